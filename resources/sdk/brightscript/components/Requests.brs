' Requests and what comes of them: { address, status, etag, retryAfterMsec, body, problem, isPassing,
' isRefusal, isStopped }; status 0 where nobody answered.

' request: { kind, method, path, body or etag, and what its kind wants to know later }
sub understudy_request(e as object, request as object)
    transfer = CreateObject("roUrlTransfer")
    ' Simulators number transfers at random: what has the number of one that waits would take its answer.
    for tries = 1 to 1000
        if not m.requests.doesExist(transfer.getIdentity().toStr()) then exit for
        transfer = CreateObject("roUrlTransfer")
    end for
    transfer.setUrl(e.settings.serviceUrl + request.path)
    transfer.setPort(m.port)
    transfer.retainBodyOnError(true)
    transfer.addHeader("X-API-Key", e.settings.apiKey)
    if LCase(Left(e.settings.serviceUrl, 6)) = "https:"
        transfer.setCertificatesFile("common:/certs/ca-bundle.crt")
        transfer.initClientCertificates()
    end if
    request.client = e.client
    request.transfer = transfer
    request.until = understudy_ticks() + 30000
    m.requests[transfer.getIdentity().toStr()] = request
    if request.method = "POST"
        transfer.addHeader("Content-Type", "application/json")
        transfer.asyncPostFromString(request.body)
    else
        if request.etag <> "" then transfer.addHeader("If-None-Match", request.etag)
        transfer.asyncGetToString()
    end if
end sub

sub understudy_onResponse(message as object)
    key = message.getSourceIdentity().toStr()
    request = m.requests[key]
    if request = invalid then return
    m.requests.delete(key)
    status = message.getResponseCode()
    if status < 0 then status = 0
    headers = message.getResponseHeaders()
    text = message.getString()
    body = invalid
    if text <> "" then body = ParseJson(text)
    understudy_settleRequest(request, {
        status: status,
        etag: understudy_header(headers, "etag"),
        retryAfterMsec: understudy_retryAfter(understudy_header(headers, "retry-after")),
        body: body
    })
end sub

' A request that nobody has answered for half a minute counts as not sent. A transfer that nothing refers to any more is stopped;
' asyncCancel, in simulators, would take with it what others have asked.
sub understudy_giveUp(now as double)
    for each key in m.requests.keys()
        request = m.requests[key]
        if now >= request.until
            m.requests.delete(key)
            understudy_settleRequest(request, { status: 0, etag: "", retryAfterMsec: 0, body: invalid })
        end if
    end for
end sub

' Calls off what starts before the last one have asked, where another has said the same: each would keep a transfer where nobody answers.
sub understudy_callOffStarts(e as object, isSaid as boolean)
    for each key in m.requests.keys()
        request = m.requests[key]
        if request.kind = "session" and request.client = e.client
            if request.run = e.run
                request.isSaid = isSaid
            else if request.isSaid = true
                m.requests.delete(key)
            end if
        end if
    end for
end sub

sub understudy_settleRequest(request as object, outcome as object)
    e = m.engines[request.client.toStr()]
    if e = invalid then return
    outcome.isPassing = outcome.status = 0 or outcome.status = 408 or outcome.status = 429 or outcome.status >= 500
    outcome.isRefusal = not outcome.isPassing and understudy_detail(outcome) <> ""
    ' Something in front of the service does not let the request through, perhaps for what is in it.
    outcome.isStopped = outcome.status >= 400 and not outcome.isPassing and not outcome.isRefusal
    outcome.address = e.settings.serviceUrl + request.path
    outcome.problem = understudy_problem(outcome)
    if request.kind = "session" then understudy_onSession(e, request, outcome)
    if request.kind = "events" then understudy_onEvents(e, request, outcome)
    if request.kind = "states" then understudy_onStates(e, request, outcome)
end sub

' What went wrong, in words: the problem's own where it is the service's.
function understudy_problem(outcome as object) as string
    if outcome.status = 0 then return outcome.address + " can't be reached: check client.serviceUrl and the network"
    detail = understudy_detail(outcome)
    if detail <> "" then return outcome.status.toStr() + ": " + detail
    return outcome.address + " answered " + outcome.status.toStr() + ", but not as the service does: check client.serviceUrl and what is in front of it"
end function

' How long to wait before a request goes again, in ms: up to most and jitter, or some minutes while something else answers in place of the
' service; never less than the server asks for.
function understudy_pauseAfter(outcome as object, failures as integer, first as integer, most as integer) as double
    if not outcome.isPassing and not outcome.isRefusal then most = 300000
    pause = understudy_backoff(failures, first, most)
    if outcome.retryAfterMsec > pause then return outcome.retryAfterMsec
    return pause
end function

' Why the service refuses: it always says so, in a problem (RFC 9457) with a code. What does not is the page of a proxy, or of a network that
' wants one to sign in; the service was not asked.
function understudy_detail(outcome as object) as string
    ' About a method that was not ours: a redirect, which a transfer follows by itself, has made a GET of a POST.
    if outcome.status = 405 then return ""
    if outcome.status < 400 or type(outcome.body) <> "roAssociativeArray" then return ""
    if not understudy_isText(outcome.body["code"]) then return ""
    if understudy_isText(outcome.body["detail"]) then return outcome.body["detail"]
    return ""
end function

function understudy_header(headers as dynamic, name as string) as string
    if type(headers) <> "roAssociativeArray" then return ""
    for each key in headers
        if LCase(key) = name then return headers[key]
    end for
    return ""
end function

' RFC 9110, 10.2.3: seconds, or a date. At most an hour is waited.
function understudy_retryAfter(header as string) as double
    msec = 0#
    if understudy_fits(header, "\d+") then msec = Val(header) * 1000#
    date = understudy_regex("^\w+, (\d\d) (\w\w\w) (\d{4}) (\d\d:\d\d:\d\d) GMT$").match(header)
    if date.count() = 5
        month = Int((Instr(1, "JanFebMarAprMayJunJulAugSepOctNovDec", date[2]) + 2) / 3)
        time = CreateObject("roDateTime")
        time.fromISO8601String(date[3] + "-" + understudy_digits(month, 2) + "-" + date[1] + "T" + date[4])
        msec = time.asSeconds() * 1000# - understudy_now()
    end if
    if msec < 0 then return 0
    if msec > 3600000 then return 3600000
    return msec
end function
