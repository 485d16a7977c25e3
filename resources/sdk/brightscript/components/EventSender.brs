' Sends what is queued, one batch at a time; what is not confirmed stays queued and goes again, ids unchanged.

sub understudy_setUpSender(e as object)
    e.sendAt = 0#
    e.isSending = false
    ' The server has asked to wait.
    e.isSendHeld = false
    e.sendFailures = 0
    ' How many go in the next batch.
    e.mostSent = 100
end sub

' Something was queued: a full batch goes now, less of it within five seconds; after failures it waits its turn.
sub understudy_onQueued(e as object)
    if e.isSending or e.queue.count() = 0 then return
    isFull = e.queue.count() >= 100 and e.sendFailures = 0
    if isFull
        e.sendAt = understudy_ticks()
    else if e.sendAt = 0
        e.sendAt = understudy_ticks() + 5000
    end if
end sub

' No need to wait: the channel may end soon, or an earlier run has left events.
sub understudy_wake(e as object)
    e.sendFailures = 0
    if e.isSending or e.queue.count() = 0 then return
    e.sendAt = understudy_ticks()
end sub

' The service has answered: what failed is tried again, unless the server has asked to wait.
sub understudy_trySending(e as object)
    if e.sendFailures > 0 and not e.isSendHeld then understudy_wake(e)
end sub

sub understudy_sendEvents(e as object)
    e.sendAt = 0#
    e.isSendHeld = false
    if e.isSending or e.queue.count() = 0 then return
    events = []
    texts = []
    bytes = 0
    for each event in e.queue
        bytes = bytes + event.bytes + 1
        if events.count() < e.mostSent and bytes <= 200000
            events.push(event)
            texts.push(event.json)
        end if
    end for
    understudy_keep(e)
    e.isSending = true
    head = understudy_write({ "sentAt": understudy_isoTime(understudy_now()), "sdk": understudy_sdk() })
    body = Left(head, Len(head) - 1) + "," + Chr(34) + "events" + Chr(34) + ":[" + texts.join(",") + "]}"
    understudy_request(e, { kind: "events", method: "POST", path: "/sdk/v1/events", body: body, events: events })
end sub

sub understudy_onEvents(e as object, request as object, outcome as object)
    e.isSending = false
    if outcome.isRefusal and outcome.status = 401
        understudy_sayOnce(e, "Events wait until the API key is known again, or exchanged: " + outcome.problem)
        e.sendAt = understudy_ticks() + 60000
    else if not outcome.isRefusal and not understudy_isTaken(outcome)
        if not outcome.isPassing then understudy_sayOnce(e, "Events wait: " + outcome.problem + ". They are sent again.")
        if outcome.isStopped then understudy_sendLess(e, request.events)
        e.isSendHeld = outcome.retryAfterMsec > 0
        e.sendAt = understudy_ticks() + understudy_pauseAfter(outcome, e.sendFailures, 1000, 30000)
        e.sendFailures = e.sendFailures + 1
    else
        e.sendFailures = 0
        e.mostSent = 100
        understudy_forget(e, request.events)
        understudy_tellRefused(e, request.events.count(), outcome)
        understudy_onQueued(e)
    end if
end sub

' Something in front of the service does not let them through, perhaps for one of them: the others must not wait for it.
sub understudy_sendLess(e as object, events as object)
    e.mostSent = Int((events.count() + 1) / 2)
    if events.count() = 1 then understudy_putLast(e, events[0])
end sub

' The server says what it has accepted.
function understudy_isTaken(outcome as object) as boolean
    if outcome.status >= 400 or type(outcome.body) <> "roAssociativeArray" then return false
    return understudy_isNumber(outcome.body["accepted"])
end function

sub understudy_tellRefused(e as object, count as integer, outcome as object)
    if outcome.status >= 400
        understudy_say(e, count.toStr() + " events were refused and are dropped: " + outcome.problem)
        return
    end if
    if type(outcome.body) <> "roAssociativeArray" then return
    if type(outcome.body["rejected"]) <> "roArray" then return
    for each one in outcome.body["rejected"]
        if type(one) = "roAssociativeArray"
            if understudy_isText(one["code"]) and understudy_isText(one["detail"])
                understudy_sayOnce(e, "An event was refused: " + one["code"] + ", " + one["detail"])
            end if
        end if
    end for
end sub
