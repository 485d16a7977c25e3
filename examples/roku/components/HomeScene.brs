' The home screen: a banner and a row of teasers, as the platform serves them. OK on one of them is an event.

sub init()
    m.status = m.top.findNode("status")
    m.banner = m.top.findNode("banner")
    m.body = m.top.findNode("body")
    m.at = -1
    m.space = CreateObject("roSGNode", "cinema_Space")
    m.space.client.serviceUrl = CreateObject("roAppInfo").getValue("understudy_service")
    m.space.client.sessionLock = false
    m.homepage = m.space.collections.homepage
    m.homepage.banner.observeField("changed", "showBanner")
    m.homepage.body.observeField("changed", "showBody")
    m.space.client.observeField("changed", "showBody")
    m.space.session.observeField("status", "showStatus")
    m.space.session.callFunc("start", { userId: "ana-ribeiro", fields: { "plan": "gold" } })
    showBanner()
    showBody()
    m.top.setFocus(true)
end sub

sub showStatus()
    m.status.text = "ana-ribeiro, " + m.space.session.status
end sub

sub showBanner()
    m.banner.visible = m.homepage.banner.enabled
    data = m.homepage.banner.data
    m.top.findNode("headline").text = data.headline
    if data.background <> invalid then m.top.findNode("background").color = data.background.rgba
end sub

' Any of them may look different, or their order.
sub showBody()
    m.body.visible = m.homepage.body.enabled
    m.body.removeChildrenIndex(m.body.getChildCount(), 0)
    m.cards = []
    for each teaser in m.homepage.body.children
        if teaser.enabled then addCard(teaser)
    end for
    showFocus()
end sub

sub addCard(teaser as object)
    data = teaser.data
    card = m.body.createChild("Group")
    card.translation = [m.cards.count() * 380, 0]
    background = card.createChild("Rectangle")
    background.setFields({ width: 360, height: 200, color: "0x1E2229FF" })
    focus = card.createChild("Rectangle")
    focus.setFields({ width: 360, height: 6, color: "0xE8B04BFF", visible: false })
    title = card.createChild("Label")
    title.setFields({ translation: [28, 44], width: 304, color: "0xFFFFFFFF", font: "font:MediumBoldSystemFont", text: data.title })
    text = card.createChild("Label")
    text.setFields({ translation: [28, 100], width: 304, wrap: true, maxLines: 3, color: "0xB4BAC4FF", font: "font:SmallestSystemFont", text: data.text })
    m.cards.push({ id: teaser.id, focus: focus })
end sub

' -1 is the banner.
sub showFocus()
    if m.at >= m.cards.count() then m.at = m.cards.count() - 1
    m.top.findNode("focus").visible = m.at = -1
    for i = 0 to m.cards.count() - 1
        m.cards[i].focus.visible = m.at = i
    end for
end sub

function onKeyEvent(key as string, press as boolean) as boolean
    if not press then return false
    if key = "OK"
        choose()
    else if key = "up"
        m.at = -1
    else if key = "down" and m.at = -1
        m.at = 0
    else if key = "right" and m.at >= 0
        m.at = m.at + 1
    else if key = "left" and m.at > 0
        m.at = m.at - 1
    else
        return false
    end if
    showFocus()
    return true
end function

sub choose()
    if m.at = -1
        m.homepage.banner.callFunc("track", "banner/clicked")
    else
        ' By its id: the engine of the tests copies nodes that are in arrays.
        m.homepage.body.findNode(m.cards[m.at].id).callFunc("track", "movie/watched", { pair1: { key: "genre", value: "drama" } })
    end if
    m.space.session.callFunc("flush")
end sub
