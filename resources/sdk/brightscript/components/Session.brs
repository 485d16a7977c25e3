' Who the session is for, and what the app tells about them. Nothing here waits for the network.

' options: { userId: 1 to 200 characters, fields: {} }. With userId: the known-user flow; without: the anonymous flow.
sub start(options = invalid as dynamic)
    userId = ""
    fields = {}
    if type(options) = "roAssociativeArray"
        if options.userId <> invalid then userId = understudy_userId(options.userId)
        if type(options.fields) = "roAssociativeArray" then fields = options.fields
    end if
    m.top.client.callFunc("understudyStart", { userId: userId, fields: fields })
end sub

' Starts the session anew for the same person, with these fields besides those that they have; invalid removes one.
sub update(fields as dynamic)
    m.top.client.callFunc("understudyStart", { fields: fields })
end sub

' Deprecated: the same as start({ userId, fields }).
sub identify(userId as dynamic, fields = {} as dynamic)
    m.top.client.callFunc("understudyWarnOnce", "session.identify is deprecated: use session.start({ userId, fields }). It works until 1.0.0.")
    start({ userId: userId, fields: fields })
end sub

' Deprecated: the same as start({ fields }).
sub anonymize(fields = {} as dynamic)
    m.top.client.callFunc("understudyWarnOnce", "session.anonymize is deprecated: use session.start({ fields }). It works until 1.0.0.")
    start({ fields: fields })
end sub

' Tracks <group>/<action>, with metadata of up to three pairs: { pair1: { key: "genre", value: "drama" } }.
sub track(name as dynamic, metadata = invalid as dynamic)
    m.top.client.callFunc("understudyTrack", { name: name, metadata: metadata })
end sub

' Sends what waits at once, tries again what did not get through, and keeps what can't go: for an app that is about to end.
sub flush(_options = invalid as dynamic)
    m.top.client.callFunc("understudyFlush", invalid)
end sub

function understudy_userId(given as dynamic) as string
    if understudy_isText(given)
        if Len(given) >= 1 and Len(given) <= 200 then return given
    end if
    print "[understudy] error: userId must be a text of 1 to 200 characters; the session is anonymous."
    return ""
end function
