' Follows a session's states while the lock is off. A Roku reads an answer once it has ended, so that no stream is followed: the states are
' asked for again and again, with the ETag of the last ones, which an unchanged answer costs nothing.

sub understudy_setUpLive(e as object)
    e.etag = ""
    e.pollAt = 0#
    e.isPolling = false
    e.pollFailures = 0
    ' The server has asked to wait.
    e.isPollHeld = false
    e.lost = 0
end sub

' Another session, or none yet: it is its states that count.
sub understudy_follow(e as object)
    e.etag = ""
    e.pollAt = 0#
    e.pollFailures = 0
    ' What was asked of another session counts, and keeps this one waiting, no more.
    e.isPolling = false
    if not e.settings.isLive or e.sessionId = "" then return
    e.pollAt = understudy_ticks() + e.settings.pollMsec
    ' Later and later where each session is lost, as between servers that know nothing of one another.
    if e.lost > 1 then e.pollAt = e.pollAt + 500 + understudy_backoff(e.lost, 500, 60000)
end sub

' The lock was taken off, or put on.
sub understudy_switchLive(e as object)
    e.pollAt = 0#
    if e.settings.isLive and e.sessionId <> "" then e.pollAt = understudy_ticks()
end sub

' What failed is tried at once, unless the server has asked to wait.
sub understudy_tryPolling(e as object)
    if e.pollAt = 0 or e.pollFailures = 0 or e.isPollHeld then return
    e.pollFailures = 0
    e.pollAt = understudy_ticks()
end sub

sub understudy_poll(e as object)
    e.pollAt = 0#
    if e.isPolling or not e.settings.isLive or e.sessionId = "" then return
    e.isPolling = true
    understudy_request(e, { kind: "states", sessionId: e.sessionId, method: "GET", path: "/sdk/v1/sessions/" + e.sessionId + "/states", etag: e.etag })
end sub

sub understudy_onStates(e as object, request as object, outcome as object)
    if request.sessionId <> e.sessionId then return
    e.isPolling = false
    if not e.settings.isLive then return
    if outcome.status = 404 and outcome.isRefusal
        e.sessionId = ""
        e.lost = e.lost + 1
        understudy_report(e, { is: "gone", run: e.run })
        return
    end if
    e.isPollHeld = outcome.retryAfterMsec > 0
    pause = e.settings.pollMsec + 0#
    states = invalid
    if outcome.status = 200 then states = understudy_statesOf(outcome.body)
    if states <> invalid
        e.etag = outcome.etag
        understudy_report(e, { is: "states", run: e.run, states: states })
    end if
    if states <> invalid or outcome.status = 304
        e.pollFailures = 0
        e.lost = 0
    else
        pause = pause + understudy_pauseAfter(outcome, e.pollFailures, 500, 60000)
        e.pollFailures = e.pollFailures + 1
    end if
    e.pollAt = understudy_ticks() + pause
end sub

' The states of an answer by id, or invalid where it is none. One that is broken is left out: its fallback serves.
function understudy_statesOf(body as dynamic) as dynamic
    if type(body) <> "roAssociativeArray" then return invalid
    if type(body["states"]) <> "roAssociativeArray" then return invalid
    states = understudy_table()
    for each id in body["states"]
        state = understudy_stateOf(body["states"][id])
        if state <> invalid then states[id] = state
    end for
    return states
end function

function understudy_stateOf(raw as dynamic) as dynamic
    if type(raw) <> "roAssociativeArray" then return invalid
    if not understudy_isFlag(raw["enabled"]) or type(raw["data"]) <> "roAssociativeArray" then return invalid
    state = { enabled: raw["enabled"], data: understudy_write(raw["data"]), children: [] }
    if raw["children"] = invalid then return state
    if type(raw["children"]) <> "roArray" then return invalid
    for each child in raw["children"]
        if type(child) = "roAssociativeArray"
            if understudy_isText(child["id"]) then state.children.push(child["id"])
        end if
    end for
    return state
end function
