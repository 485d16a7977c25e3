' One controlled component of the app. Generated code gives m.read: the typed data of what the wire says.

' Tracks an event of this Experience, as the session's track does.
sub track(name as dynamic, metadata = invalid as dynamic)
    m.top.client.callFunc("understudyTrack", { name: name, metadata: metadata, experienceId: m.top.id })
end sub

' What Production served when this code was generated.
sub understudyOffer(state as object)
    m.top.defaultEnabled = state.enabled
    m.top.defaultData = m.read(ParseJson(state.data))
end sub

' What is shown from now on.
sub understudyShow(state as object)
    data = m.read(ParseJson(state.data))
    m.top.enabled = state.enabled
    m.top.data = data
    m.top.changed = m.top.changed + 1
end sub
