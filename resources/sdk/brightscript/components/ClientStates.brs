' What each Experience and Section is to the app: what the server said last, else the fallback. A state is
' { enabled, data: JSON text, children: ids }.

sub understudy_setUpStates()
    m.fallbacks = understudy_table()
    m.served = understudy_table()
    m.shown = understudy_table()
    m.isSettled = false
end sub

sub understudy_offer(thing as object, fallback as dynamic)
    state = { enabled: false, data: "{}", children: [] }
    if fallback <> invalid
        read = ParseJson(fallback)
        state.enabled = read["enabled"]
        state.data = understudy_write(read["data"])
        if read["children"] <> invalid
            for each child in read["children"]
                state.children.push(child["id"])
            end for
        end if
    end if
    m.fallbacks[thing.id] = state
    m.shown[thing.id] = state
    thing.callFunc("understudyOffer", state)
    thing.callFunc("understudyShow", state)
end sub

' The start has its answer. With the lock on, a late one changes nothing that may have been seen: fields are read without a trace.
sub understudy_settle(states as object)
    isLate = m.isSettled
    m.isSettled = true
    understudy_serve(states)
    if not isLate or not m.isLocked then understudy_showAll()
end sub

' A later answer.
sub understudy_take(states as object)
    understudy_serve(states)
    if not m.isLocked then understudy_showAll()
end sub

sub understudy_serve(states as object)
    m.served = understudy_table()
    for each id in states
        m.served[id] = states[id]
    end for
end sub

' Shows what changed, and says once what that was.
sub understudy_showAll()
    changed = []
    for each id in m.things
        state = m.served[id]
        if state = invalid then state = m.fallbacks[id]
        if not understudy_isLike(state, m.shown[id])
            m.shown[id] = state
            m.things[id].callFunc("understudyShow", state)
            changed.push(id)
        end if
    end for
    if changed.count() > 0 then m.top.changed = changed
end sub

function understudy_isLike(state as object, other as object) as boolean
    if state.enabled <> other.enabled or state.data <> other.data then return false
    if state.children.count() <> other.children.count() then return false
    for i = 0 to state.children.count() - 1
        if state.children[i] <> other.children[i] then return false
    end for
    return true
end function
