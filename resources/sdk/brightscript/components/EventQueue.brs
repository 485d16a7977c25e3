' Events from being tracked until they are confirmed: first those whose person is not known yet, then the queue. What is queued is kept in
' the registry, which is small: the newest events that fit into six KiB outlive the channel.

sub understudy_setUpQueue(e as object)
    e.drafts = []
    e.isWaiting = true
    e.queue = []
    e.bytes = 0
    e.keepAt = 0#
    e.kept = ""
    e.isVisitorKept = true
end sub

' Makes an event of what the app tracks; what can't be sent is told.
sub understudy_take(e as object, event as object)
    problem = understudy_problemOf(event)
    if problem <> ""
        understudy_say(e, "The event " + understudy_write(event.name) + " is not sent: " + problem + ".")
        return
    end if
    quote = Chr(34)
    id = m.device.getRandomUUID()
    ' What is known to need no escape is not looked through: a channel may track hundreds at once.
    members = understudy_plain("id", id) + "," + understudy_plain("name", event.name) + "," + understudy_plain("time", understudy_isoTime(understudy_now()))
    if event.experienceId <> invalid then members = members + "," + understudy_plain("experienceId", event.experienceId)
    metadata = understudy_wirePairs(event.metadata)
    if metadata.count() > 0 then members = members + "," + quote + "metadata" + quote + ":" + understudy_write(metadata)
    e.drafts.push({ id: id, members: members })
    if e.drafts.count() > 1000
        e.drafts.shift()
        understudy_sayOnce(e, "More than 1000 events wait for a session; the oldest are dropped.")
    end if
    if not e.isWaiting then understudy_release(e)
end sub

function understudy_plain(key as string, text as string) as string
    quote = Chr(34)
    return quote + key + quote + ":" + quote + text + quote
end function

function understudy_problemOf(event as object) as string
    if not understudy_isText(event.name) then return "its name must be <group>/<action>"
    if not understudy_fits(event.name, "[A-Za-z0-9._-]{1,64}/[A-Za-z0-9._-]{1,64}") then return "its name must be <group>/<action>, each 1 to 64 letters, digits, '.', '_' or '-'"
    if Left(event.name, 7) = "system/" then return "the group " + Chr(34) + "system" + Chr(34) + " is reserved"
    if event.metadata = invalid then return ""
    if type(event.metadata) <> "roAssociativeArray" then return "its metadata must be an object with pair1 to pair3"
    if event.metadata.count() > 3 then return "it has more than 3 metadata pairs"
    for each pair in event.metadata
        if LCase(pair) <> "pair1" and LCase(pair) <> "pair2" and LCase(pair) <> "pair3" then return "its metadata has pair1, pair2 and pair3 alone"
        if not understudy_isPair(event.metadata[pair]) then return pair + " must be {key, value} with a key of 1 to 64 and a value of 0 to 256 characters"
    end for
    return ""
end function

function understudy_isPair(pair as dynamic) as boolean
    if type(pair) <> "roAssociativeArray" then return false
    if not understudy_isText(pair.key) or not understudy_isText(pair.value) then return false
    return Len(pair.key) >= 1 and Len(pair.key) <= 64 and Len(pair.value) <= 256
end function

' Keys as the wire has them, whatever case the app wrote them in.
function understudy_wirePairs(metadata as dynamic) as object
    pairs = {}
    if metadata = invalid then return pairs
    for each pair in metadata
        pairs[LCase(pair)] = { "key": metadata[pair].key, "value": metadata[pair].value }
    end for
    return pairs
end function

' Whose the events are is known: the session is there, or is not waited for any longer.
sub understudy_own(e as object, sessionId as string)
    e.sessionId = sessionId
    e.isWaiting = false
    understudy_release(e)
end sub

' Queues what waits, where it is known whose it is.
sub understudy_release(e as object)
    if not e.hasPerson or e.drafts.count() = 0 then return
    whose = {}
    if e.userId = "" then whose["anonymousId"] = e.anonymousId else whose["userId"] = e.userId
    if e.sessionId <> "" then whose["sessionId"] = e.sessionId
    rest = "," + Mid(understudy_write(whose), 2)
    for each draft in e.drafts
        understudy_insert(e, understudy_queued(draft.id, "{" + draft.members + rest))
    end for
    e.drafts = []
    if e.keepAt = 0 then e.keepAt = understudy_ticks() + 1000
    understudy_onQueued(e)
end sub

' With its length as UTF-8: the registry, and what the platform takes, are measured in bytes.
function understudy_queued(id as string, json as string) as object
    bytes = CreateObject("roByteArray")
    bytes.fromAsciiString(json)
    return { id: id, json: json, bytes: bytes.count() }
end function

sub understudy_insert(e as object, event as object)
    e.queue.push(event)
    e.bytes = e.bytes + event.bytes
    while e.queue.count() > 1000 or e.bytes > 262144
        understudy_sayOnce(e, "More than 1000 events or 256 KiB wait to be sent; the oldest are dropped.")
        e.bytes = e.bytes - e.queue.shift().bytes
    end while
end sub

' Puts an event behind all others.
sub understudy_putLast(e as object, last as object)
    for i = 0 to e.queue.count() - 1
        if e.queue[i].id = last.id
            e.queue.push(e.queue[i])
            e.queue.delete(i)
            return
        end if
    end for
end sub

' The first count events are confirmed, or refused for good.
sub understudy_forget(e as object, sent as object)
    ids = {}
    for each event in sent
        ids[event.id] = true
    end for
    queue = e.queue
    e.queue = []
    e.bytes = 0
    for each event in queue
        if not ids.doesExist(event.id) then understudy_insert(e, event)
    end for
    understudy_keep(e)
end sub

' Writes to the registry what the next start of the channel takes over, where that has changed. What finds no room is written the next time.
sub understudy_keep(e as object)
    e.keepAt = 0#
    lines = []
    bytes = 0
    for i = e.queue.count() - 1 to 0 step -1
        bytes = bytes + e.queue[i].bytes + 1
        if bytes > 6144 then exit for
        lines.unshift(e.queue[i].json)
    end for
    text = lines.join(Chr(10))
    if text = e.kept and e.isVisitorKept then return
    section = understudy_section(e)
    if not e.isVisitorKept then e.isVisitorKept = understudy_written(section, "visitor", e.anonymousId)
    if text <> e.kept and understudy_written(section, "events", text) then e.kept = text
end sub

function understudy_written(section as object, key as string, text as string) as boolean
    if not section.write(key, text) then return false
    return section.flush()
end function

' Takes over what an earlier run of the channel has left.
sub understudy_adopt(e as object)
    section = understudy_section(e)
    if not section.exists("events") then return
    e.kept = section.read("events")
    for each line in e.kept.split(Chr(10))
        event = ParseJson(line)
        if type(event) = "roAssociativeArray"
            ' What no server takes would hold the others up.
            if understudy_isText(event["id"])
                left = understudy_queued(event["id"], line)
                if left.bytes <= 32768 then understudy_insert(e, left)
            end if
        end if
    end for
    understudy_wake(e)
end sub

' The visitor that this device is to the Space.
function understudy_visitor(e as object) as string
    section = understudy_section(e)
    if section.exists("visitor")
        known = section.read("visitor")
        if Len(known) >= 1 and Len(known) <= 200 then return known
    end if
    visitor = m.device.getRandomUUID()
    e.isVisitorKept = understudy_written(section, "visitor", visitor)
    return visitor
end function

' One section a Space. What was kept for another service is nobody's here, and would fill the registry.
function understudy_section(e as object) as object
    section = CreateObject("roRegistrySection", "understudy_" + e.settings.space)
    if not section.exists("service") or section.read("service") <> e.settings.serviceUrl
        section.delete("events")
        section.delete("visitor")
        section.write("service", e.settings.serviceUrl)
        section.flush()
    end if
    return section
end function

' RFC 3339, in UTC.
function understudy_isoTime(msec as double) as string
    time = CreateObject("roDateTime")
    seconds = Int(msec / 1000)
    time.fromSeconds(seconds)
    rest = Int(msec - seconds * 1000#)
    day = time.getYear().toStr() + "-" + understudy_digits(time.getMonth(), 2) + "-" + understudy_digits(time.getDayOfMonth(), 2)
    clock = understudy_digits(time.getHours(), 2) + ":" + understudy_digits(time.getMinutes(), 2) + ":" + understudy_digits(time.getSeconds(), 2)
    return day + "T" + clock + "." + understudy_digits(rest, 3) + "Z"
end function

function understudy_digits(number as integer, length as integer) as string
    return Right("000" + number.toStr(), length)
end function
