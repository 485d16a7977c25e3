' A pattern that is compiled once a component.
function understudy_regex(pattern as string) as object
    if m.understudyPatterns = invalid then m.understudyPatterns = {}
    if m.understudyPatterns[pattern] = invalid then m.understudyPatterns[pattern] = CreateObject("roRegex", pattern, "")
    return m.understudyPatterns[pattern]
end function

' Whether the whole text is as the pattern says. By its length: for a Roku, $ is also before a last newline.
function understudy_fits(text as string, pattern as string) as boolean
    found = understudy_regex("^" + pattern).match(text)
    if found.count() = 0 then return false
    return Len(found[0]) = Len(text)
end function

' JSON of a value, "" where it is none: FormatJson is for numbers alone, since it leaves control characters in texts as they are on some
' devices. Keys come in order, so that the same value is the same text.
function understudy_write(value as dynamic) as string
    if value = invalid then return "null"
    if understudy_isText(value) then return understudy_quote(value)
    if understudy_isFlag(value) then return FormatJson(value)
    if understudy_isNumber(value)
        ' What is infinite, or no number, is not 0 then.
        if value - value <> 0 then return ""
        text = FormatJson(value)
        ' Of a Float it says six digits; of the same number as a Double, all that a Float has.
        if GetInterface(value, "ifFloat") <> invalid and Val(text) <> value then return FormatJson(value * 1#)
        return text
    end if
    parts = []
    if type(value) = "roArray"
        for each item in value
            part = understudy_write(item)
            if part = "" then return ""
            parts.push(part)
        end for
        return "[" + parts.join(",") + "]"
    end if
    if type(value) <> "roAssociativeArray" then return ""
    for each key in understudy_keysOf(value)
        part = understudy_write(value[key])
        if part = "" then return ""
        parts.push(understudy_quote(key) + ":" + part)
    end for
    return "{" + parts.join(",") + "}"
end function

function understudy_keysOf(table as object) as object
    keys = table.keys()
    keys.sort()
    return keys
end function

function understudy_quote(text as string) as string
    quote = Chr(34)
    escaped = text.replace("\", "\\").replace(quote, "\" + quote)
    if not understudy_regex("[\x00-\x1f]").isMatch(escaped) then return quote + escaped + quote
    parts = []
    for i = 1 to Len(escaped)
        character = Mid(escaped, i, 1)
        code = Asc(character)
        if code < 32
            digits = StrI(code, 16)
            if code < 16 then digits = "0" + digits
            character = "\u00" + digits
        end if
        parts.push(character)
    end for
    return quote + parts.join("") + quote
end function
