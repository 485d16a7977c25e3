' Asks for a session until there is one, or until it is refused for good.

sub understudy_setUpSession(e as object)
    e.run = 0
    e.userId = ""
    e.anonymousId = ""
    e.sessionId = ""
    e.hasPerson = false
    e.fields = understudy_table()
    e.failures = 0
    e.retryAt = 0#
    ' The server has asked to wait.
    e.isStartHeld = false
    ' The next try goes without the fields, since they may be what was stopped.
    e.isBare = false
    ' Nothing was asked for it yet.
    e.isNew = false
end sub

sub understudy_startSession(e as object, act as object)
    if not e.hasPerson then understudy_adopt(e)
    if e.anonymousId = "" then e.anonymousId = understudy_visitor(e)
    understudy_leaveStart(e, act.isSame or e.fields.count() = 0)
    if not act.isSame then e.fields = understudy_table()
    ' Fields that no answer has confirmed yet go again with the next start of the same person.
    e.fields.append(act.fields)
    if e.hasPerson then understudy_release(e)
    e.hasPerson = true
    e.run = act.run
    e.userId = act.userId
    e.sessionId = ""
    e.isWaiting = true
    e.failures = 0
    e.isBare = false
    understudy_follow(e)
    ' Once all that came with it is done: another start among it is the one that counts.
    e.isStartHeld = false
    e.isNew = true
    e.retryAt = understudy_ticks()
end sub

' Another start begins. isSaid: it says what this one has said, too; what one alone has said of somebody else is to arrive.
sub understudy_leaveStart(e as object, isSaid as boolean)
    understudy_callOffStarts(e, isSaid)
    if not isSaid and e.isNew then understudy_ask(e)
end sub

sub understudy_askAgain(e as object)
    e.retryAt = 0#
    understudy_ask(e)
end sub

' The channel flushes: no need to wait, unless the server has asked to. Once a try is under way the next one is soon.
sub understudy_tryStarting(e as object)
    e.failures = 0
    if e.retryAt = 0 or e.isStartHeld then return
    e.retryAt = understudy_ticks()
end sub

sub understudy_ask(e as object)
    e.retryAt = 0#
    e.isNew = false
    info = m.device
    body = {
        "anonymousId": e.anonymousId,
        "sdk": understudy_sdk(),
        "device": {
            "id": Left(info.getChannelClientId(), 200),
            "platform": "roku",
            "locale": Left(info.getCurrentLocale().replace("_", "-"), 64),
            "timeZone": Left(info.getTimeZone(), 64)
        }
    }
    if e.userId <> "" then body["userId"] = e.userId
    text = understudy_write(body)
    if e.fields.count() > 0 and not e.isBare
        fields = []
        for each name in e.fields
            fields.push(understudy_quote(name) + ":" + e.fields[name])
        end for
        text = Left(text, Len(text) - 1) + "," + Chr(34) + "fields" + Chr(34) + ":{" + fields.join(",") + "}}"
    end if
    understudy_request(e, { kind: "session", run: e.run, method: "POST", path: "/sdk/v1/sessions", body: text })
end sub

sub understudy_onSession(e as object, request as object, outcome as object)
    if request.run <> e.run then return
    id = invalid
    states = invalid
    if outcome.status = 201 then id = understudy_sessionIdOf(outcome.body)
    if id <> invalid then states = understudy_statesOf(outcome.body)
    if states <> invalid
        if not e.isBare then e.fields = understudy_table()
        e.sessionId = id
        understudy_report(e, { is: "answer", run: e.run, states: states })
        understudy_own(e, id)
        understudy_trySending(e)
        understudy_follow(e)
        if not e.isBare then return
        e.isBare = false
        e.failures = 0
        understudy_askLater(e, outcome)
        return
    end if
    hasSession = e.sessionId <> ""
    if not hasSession then understudy_noAnswer(e)
    if outcome.isRefusal or (hasSession and outcome.isStopped)
        result = "No session"
        if hasSession then result = "The start's fields are left out"
        understudy_say(e, "error: " + result + ": " + outcome.problem)
        ' The fields of a start that was refused would have the next one refused as well.
        e.fields = understudy_table()
        return
    end if
    if not hasSession then understudy_sayOnce(e, "No session: " + outcome.problem + ". It is tried again.")
    e.isBare = not e.isBare and outcome.isStopped and e.fields.count() > 0
    understudy_askLater(e, outcome)
end sub

sub understudy_askLater(e as object, outcome as object)
    e.isStartHeld = outcome.retryAfterMsec > 0
    e.retryAt = understudy_ticks() + 500 + understudy_pauseAfter(outcome, e.failures, 2000, 60000)
    e.failures = e.failures + 1
end sub

sub understudy_noAnswer(e as object)
    understudy_report(e, { is: "failed", run: e.run })
    understudy_own(e, e.sessionId)
end sub

function understudy_sessionIdOf(body as dynamic) as dynamic
    if type(body) <> "roAssociativeArray" then return invalid
    if type(body["session"]) <> "roAssociativeArray" then return invalid
    id = body["session"]["id"]
    if understudy_isText(id) then return id
    return invalid
end function

function understudy_sdk() as object
    return { "name": "roku", "version": "0.1.0" }
end function
