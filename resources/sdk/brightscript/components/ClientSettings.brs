' The client's settings are its fields. A wrong value is told, and the old one is put back: the app must not break because of us.

sub understudy_watchSettings()
    m.serviceUrl = m.top.serviceUrl
    m.isLocked = m.top.sessionLock
    m.waitTimeMsec = m.top.waitTimeMsec
    m.pollMsec = m.top.pollMsec
    m.top.observeField("serviceUrl", "onServiceUrl")
    m.top.observeField("sessionLock", "onSessionLock")
    m.top.observeField("waitTimeMsec", "onWaitTimeMsec")
    m.top.observeField("pollMsec", "onPollMsec")
end sub

sub onServiceUrl()
    url = m.top.serviceUrl
    if url = m.serviceUrl then return
    while Right(url, 1) = "/"
        url = Left(url, Len(url) - 1)
    end while
    if not understudy_fits(LCase(url), "https?://[^/?#@\s]+(/[^?#\s]*)?")
        understudy_refuse("serviceUrl", "must be an http or https address without " + Chr(34) + "?" + Chr(34) + " and " + Chr(34) + "#" + Chr(34))
    else if m.isStarted
        understudy_refuse("serviceUrl", "may be assigned until the session starts")
    else
        m.serviceUrl = url
    end if
    m.top.serviceUrl = m.serviceUrl
end sub

' Off: what is known by now shows at once, and changes as it does. On: what is shown stays.
sub onSessionLock()
    if m.top.sessionLock = m.isLocked then return
    m.isLocked = m.top.sessionLock
    if not m.isLocked and m.isSettled then understudy_showAll()
    if m.network <> invalid then understudy_tell({ act: "live" })
end sub

sub onWaitTimeMsec()
    if m.top.waitTimeMsec = m.waitTimeMsec then return
    if m.top.waitTimeMsec < 0
        understudy_refuse("waitTimeMsec", "must be 0 or more")
        m.top.waitTimeMsec = m.waitTimeMsec
        return
    end if
    m.waitTimeMsec = m.top.waitTimeMsec
    if m.isStarted and not m.isSettled then understudy_wait()
end sub

sub onPollMsec()
    if m.top.pollMsec = m.pollMsec then return
    if m.top.pollMsec < 200
        understudy_refuse("pollMsec", "must be 200 or more")
        m.top.pollMsec = m.pollMsec
        return
    end if
    m.pollMsec = m.top.pollMsec
end sub

sub understudy_refuse(name as string, why as string)
    understudy_said("error: client." + name + " " + why + "; it stays as it was.", false)
end sub
