' What generated code reads data with. raw has the wire's keys; where a value is missing, or of another type than the code was
' generated for, what was given stands in.

function understudy_text(raw as object, key as string, given = invalid as dynamic) as dynamic
    value = raw[key]
    if understudy_isText(value) then return value
    return given
end function

function understudy_number(raw as object, key as string, given = invalid as dynamic) as dynamic
    value = raw[key]
    if understudy_isNumber(value) then return value
    return given
end function

function understudy_flag(raw as object, key as string, given = invalid as dynamic) as dynamic
    value = raw[key]
    if understudy_isFlag(value) then return value
    return given
end function

' { value: "#rrggbb", opacity: 0 to 1, rgba: "0xRRGGBBAA" }; a node's color takes rgba.
function understudy_color(raw as object, key as string, given = invalid as dynamic) as dynamic
    value = raw[key]
    if type(value) <> "roAssociativeArray" then return given
    if not understudy_isText(value["value"]) then return given
    opacity = 1
    if understudy_isNumber(value["opacity"]) then opacity = value["opacity"]
    return understudy_rgba(value["value"], opacity)
end function

function understudy_rgba(value as string, opacity as dynamic) as object
    alpha = StrI(Cint(opacity * 255), 16)
    if Len(alpha) < 2 then alpha = "0" + alpha
    return { value: value, opacity: opacity, rgba: "0x" + UCase(Mid(value, 2) + alpha) }
end function

' One of the options that the code knows, "" for another one.
function understudy_option(raw as object, key as string, known as object, given = invalid as dynamic) as dynamic
    value = raw[key]
    if not understudy_isText(value) then return given
    for each text in known
        if text = value then return value
    end for
    return ""
end function

' Texts, numbers and booleans.
function understudy_list(raw as object, key as string, given = invalid as dynamic) as dynamic
    value = raw[key]
    if type(value) <> "roArray" then return given
    list = []
    for each item in value
        if understudy_isText(item) or understudy_isNumber(item) or understudy_isFlag(item) then list.push(item)
    end for
    return list
end function

' Any value of JSON. Where it is an associative array, its keys keep their case: read them with ["brackets"].
function understudy_json(raw as object, key as string, given = invalid as dynamic) as dynamic
    if raw.doesExist(key) then return raw[key]
    if given = invalid then return invalid
    return ParseJson(given)
end function

function understudy_isText(value as dynamic) as boolean
    return GetInterface(value, "ifString") <> invalid
end function

function understudy_isNumber(value as dynamic) as boolean
    if GetInterface(value, "ifInt") <> invalid or GetInterface(value, "ifLongInt") <> invalid then return true
    return GetInterface(value, "ifFloat") <> invalid or GetInterface(value, "ifDouble") <> invalid
end function

function understudy_isFlag(value as dynamic) as boolean
    return GetInterface(value, "ifBoolean") <> invalid
end function

' A text of many parts.
function understudy_joined(parts as object) as string
    return parts.join("")
end function

' A table of ids, which differ in case.
function understudy_table() as object
    table = {}
    table.setModeCaseSensitive()
    return table
end function
