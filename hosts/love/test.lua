-- The tests that need no LÖVE: luajit hosts/love/test.lua [SEED], in the root of the repository. HITMASK_LIBRARY names the library.
package.path = "hosts/love/?.lua;" .. package.path
local ffi = require "ffi"
local hitmask = require "hitmask"

local seed = tonumber(arg[1]) or 1
math.randomseed(seed)
local function random(low, high) return low + math.random() * (high - low) end

local passed, failed = 0, 0
local function test(name, run)
    local ok, why = xpcall(run, debug.traceback)
    if ok then passed = passed + 1 else
        failed = failed + 1
        print(("%s, seed %d: %s"):format(name, seed, why))
    end
end

-- What LÖVE's ImageData and Quad have and the adapter uses.
local function imageOf(w, h, alphaAt)
    local bytes = ffi.new("uint8_t[?]", w * h * 4)
    for y = 0, h - 1 do for x = 0, w - 1 do bytes[(y * w + x) * 4 + 3] = alphaAt(x, y) end end
    return {
        getFormat = function() return "rgba8" end,
        getDimensions = function() return w, h end,
        getFFIPointer = function() return bytes end,
        alphaAt = alphaAt,
    }
end
local function quadOf(x, y, w, h) return { getViewport = function() return x, y, w, h end } end
local function full() return 255 end

-- The texel that love.graphics.draw shows at a point of the screen, step by step: undo the move, the turn, the scale, the shear, the origin.
local function texelAt(px, py, x, y, r, sx, sy, ox, oy, kx, ky)
    local dx, dy = px - x, py - y
    local c, s = math.cos(-r), math.sin(-r)
    dx, dy = c * dx - s * dy, s * dx + c * dy
    dx, dy = dx / sx, dy / sy
    local d = 1 - kx * ky
    dx, dy = (dx - kx * dy) / d, (dy - ky * dx) / d
    return dx + ox, dy + oy
end

local function compare(mask, image, left, top, w, h, draw)
    local baked, bx, by = mask:bake(hitmask.newPose(unpack(draw)))
    local clear = 0
    for py = by - 2, by + select(2, baked:getDimensions()) + 1 do
        for px = bx - 2, bx + baked:getDimensions() + 1 do
            local u, v = texelAt(px + 0.5, py + 0.5, unpack(draw))
            local near = math.min(math.abs(u - math.floor(u + 0.5)), math.abs(v - math.floor(v + 0.5)))
            if near > 0.01 then
                local i, j = math.floor(u), math.floor(v)
                local solid = i >= 0 and j >= 0 and i < w and j < h and image.alphaAt(left + i, top + j) >= 128
                clear = clear + 1
                if solid ~= baked:get(px - bx, py - by) then
                    error(("pixel %d, %d of draw(%s): %s"):format(px, py, table.concat(draw, ", "), tostring(solid)))
                end
            end
        end
    end
    return clear
end

test("what is drawn is what collides", function()
    local compared = 0
    for case = 1, 60 do
        local w, h = math.random(1, 12), math.random(1, 12)
        local alphas = {}
        for i = 0, w * h - 1 do alphas[i] = math.random(0, 255) end
        local image = imageOf(w, h, function(x, y) return alphas[y * w + x] end)
        local left, top = math.random(0, w - 1), math.random(0, h - 1)
        local qw, qh = math.random(1, w - left), math.random(1, h - top)
        local mask = hitmask.newMask(image, quadOf(left, top, qw, qh))
        local mirror = math.random(2) == 1 and -1 or 1
        local draw = { random(-40, 40), random(-40, 40), random(-7, 7), random(0.5, 4) * mirror, random(0.5, 4), random(-3, 15),
            random(-3, 15), 0, 0 }
        if case % 3 == 0 then draw[8], draw[9] = random(-0.8, 0.8), random(-0.8, 0.8) end
        compared = compared + compare(mask, image, left, top, qw, qh, draw)
    end
    assert(compared > 5000, compared)
end)

test("defaults are those of love.graphics.draw", function()
    local mask = hitmask.newMask(imageOf(3, 2, full))
    local function boxOf(...)
        local baked, x, y = mask:bake(hitmask.newPose(...))
        return table.concat({ x, y, baked:getDimensions() }, " ")
    end
    assert(boxOf() == "0 0 3 2")
    assert(boxOf(5, 7) == "5 7 3 2")
    assert(boxOf(5, 7, 0, 2) == "5 7 6 4")
    assert(boxOf(5, 7, math.pi / 2) == "3 7 2 3", boxOf(5, 7, math.pi / 2))
    assert(boxOf(5, 7, 0, -1, 1) == "2 7 3 2")
    assert(boxOf(5, 7, 0, 1, 1, 1, 2) == "4 5 3 2")
end)

test("masks", function()
    local a = hitmask.newMask(imageOf(4, 3, function(x) return x == 0 and 127 or 128 end))
    assert(a:getCount() == 9 and a:get(1, 0) and not a:get(0, 0) and not a:get(-1, 9))
    assert(hitmask.newMask(imageOf(4, 3, function() return 127 end), 127):getCount() == 12)
    local b = hitmask.newMaskFromRGBA(1, 1, "\0\0\0\255")
    assert(a:overlaps(b, 1, 0) and not a:overlaps(b, 0, 0) and a:overlapArea(b, 3, 2) == 1)
    local x, y = a:firstOverlap(hitmask.newMask(imageOf(3, 3, full)), -1, 1)
    assert(x == 1 and y == 1)
    assert(a:firstOverlap(b, 9, 9) == nil)
    local far, there = hitmask.newPose(100.25, 50), hitmask.newPose(101, 51)
    assert(a:overlapsPosed(far, b, there) and a:overlapAreaPosed(far, b, there) == 1)
    assert(select("#", a:firstOverlapPosed(far, b, there)) == 2)
end)

local function fails(sentence, run, ...)
    local arguments = { ... }
    local ok, why = pcall(function() run(unpack(arguments)) end)
    assert(not ok and why:find(sentence, 1, true), why)
end

test("what is scaled to nothing covers nothing", function()
    local coin = hitmask.newMask(imageOf(9, 9, full))
    for _, flat in ipairs { { 5, 5, 1, 0, 1 }, { 5, 5, 0, 1, 0, 3, 3, 0.5, 0.5 }, { 5, 5, 0, 0 } } do
        local pose = hitmask.newPose(unpack(flat))
        assert(coin:bake(pose):getCount() == 0 and not coin:overlapsPosed(pose, coin, hitmask.newPose()))
        local world = hitmask.newWorld()
        local collider = world:insert(coin, { x = 5, y = 5, sx = flat[4], sy = flat[5], kx = flat[8], ky = flat[9] })
        collider:set(unpack(flat))
        assert(world:pick(5, 5) == nil)
    end
end)

test("a pixel may be stretched as far as you like", function()
    local wall = hitmask.newMask(imageOf(1, 1, full))
    local baked, x, y = wall:bake(hitmask.newPose(5, 7, 0, 800, 20))
    assert(x == 5 and y == 7 and baked:getCount() == 16000)
end)

test("what is no ImageData is named", function()
    fails("newMask reads an ImageData (love.image.newImageData), whose pixels can be read, not a table", hitmask.newMask, {})
    fails("not a nil", hitmask.newMask, nil)
    fails("not a string", hitmask.newMask, "ship.png")
end)

test("a collider may be removed while events are gone through", function()
    local world, full = hitmask.newWorld(), hitmask.newMaskFromRGBA(1, 1, "\0\0\0\255")
    local all = {}
    for i = 1, 4 do all[i] = world:insert(full) end
    local seen = 0
    for _, kind, a in world:step() do
        seen = seen + 1
        assert(kind == "begin")
        if seen == 1 then a:remove() end
    end
    assert(seen == 6, seen)
    assert(hitmask.newCircle(0.5, 0, 1).shape.circle.x == 32768)
end)

test("errors are the library's sentences, at the caller's line", function()
    local mask = hitmask.newMaskFromRGBA(1, 1, "\0\0\0\255")
    fails("test.lua:", hitmask.newMaskFromRGBA, 70000, 1, ffi.new "uint8_t[4]")
    fails("larger than the library allows", hitmask.newMaskFromRGBA, 70000, 1, ffi.new "uint8_t[4]")
    fails("position", hitmask.newPose, 0 / 0, 0)
    fails("too few", hitmask.newMaskFromRGBA, 9, 9, "")
    fails("too few", hitmask.newMaskFromRGBA, 1, 2, ("\0\0\0\255"):rep(2), 128, 8)
    fails("beyond its limits", hitmask.newCircle, 0 / 0, 0, 1)
    fails("leaves", hitmask.newMask, imageOf(2, 2, full), quadOf(1, 1, 2, 1))
    fails("whole pixels", hitmask.newMask, imageOf(2, 2, full), quadOf(0.5, 1, 1, 1))
    local world = hitmask.newWorld()
    local one = world:insert(mask)
    fails("beyond its limits", one.setPosition, one, 0 / 0, 1)
    fails("a shape of this kind", one.setFrame, one, 1)
    one:remove()
    fails("stale", one.setPosition, one, 1, 1)
    fails("kind of collider", world.insert, world, mask, { kind = "ghost" })
    fails("member", world.insert, world, mask, { swepd = true })
end)

test("worlds", function()
    local square = hitmask.newMask(imageOf(10, 10, full))
    local world = hitmask.newWorld { area = true, stay = true }
    local a = world:insert(square, { x = 100, y = 100, ox = 5, oy = 5 })
    local b = world:insert(square, { x = 104, y = 100, ox = 5, oy = 5 })
    local function events()
        local all = {}
        for i, kind, one, other, x, y in world:step() do
            assert(one == a and other == b)
            local event = world:getEvent(i)
            assert(event:other(a) == b and event:other(b) == a and event:other({}) == nil and event:partOf(a) == nil)
            all[#all + 1] = ("%s %s %s %s"):format(kind, x, y, event.area)
        end
        return table.concat(all, ";")
    end
    assert(events() == "begin 99 95 60", events())
    assert(events() == "stay 99 95 60")
    assert(a:getContacts()[1] == b and world:pick(104.9, 96) == b and world:pick(0, 0) == nil)
    assert(#world:query(0, 0, 200, 200) == 2 and #world:query(0, 0, 96, 96) == 1)
    b:set(120, 100, math.pi / 4, 2, 1, 5, 5)
    assert(events() == "end nil nil nil")
    local other, time, x = a:cast(40, 0)
    assert(other == b and time > 0 and time < 1 and x < 120)
    local hit, when, px, py = world:rayCast(0, 100.5, 200, 0)
    assert(hit == a and when == 95 / 200 and px == 95 and py == 100)
    b:teleport(104, 100)
    b:setRotation(0)
    assert(events():sub(1, 5) == "begin")
    local dx, dy = a:getSeparation(b)
    assert(dx == 0 and dy == -10, dx .. " " .. dy)
    b:remove()
    assert(events() == "end nil nil nil")
    events()
    assert(world.colliders[b.index] == nil and world:getStateHash():match "^%d+$")
end)

test("a shot does not fly through a wall, a hero lands and climbs", function()
    local world = hitmask.newWorld()
    local floor = world:insert(hitmask.newRectangle(0, 100, 200, 10))
    local ledge = world:insert(hitmask.newRectangle(120, 97, 20, 3))
    local shot = world:insert(hitmask.newCircle(0, 0, 2), { x = 10, y = 50, swept = true, firstOnly = true })
    for _ in world:step() do end
    shot:setPosition(10, 150)
    local kinds = {}
    for _, kind, a, b in world:step() do kinds[#kinds + 1] = kind; assert(a == floor and b == shot) end
    assert(table.concat(kinds) == "pass", table.concat(kinds))
    local hero = world:insert(hitmask.newFrames { hitmask.newMask(imageOf(8, 16, full)), { hitmask.newMask(imageOf(8, 8, full)), 0, 8 } },
        { x = 50.5, y = 60, kind = "character" })
    local x, y, below = hero:moveAndSlide(0, 100)
    assert(y == 84 and below == floor)
    local _, _, _, _, wall = hero:moveAndSlide(100, 0)
    assert(wall == ledge)
    x, y, below = hero:moveAndSlide(10, 0, 3, 3)
    assert(y == 81 and below == ledge, y)
    hero:setFrame(2)
    assert(select(2, hero:getPosition()) == 81)
end)

test("an up, crates, corners, and ledges that are dropped through", function()
    local world = hitmask.newWorld()
    local floor = world:insert(hitmask.newRectangle(0, 100, 100, 10))
    local crate = world:insert(hitmask.newRectangle(0, 0, 10, 10), { x = 20, y = 90, kind = "crate" })
    local hero = world:insert(hitmask.newRectangle(0, 0, 8, 16), { x = 12, y = 84, kind = "character" })
    assert(crate:getSupport() == floor and hero:getSupport() == floor)
    local x, _, _, _, wall = hero:moveAndSlide(5, 0)
    assert(x == 12 and wall == crate)
    assert(hero:moveAndSlide(5, 0, { push = true, pushLimit = 1 }) == 17 and crate:getPosition() == 25)
    hero:setUp "none"
    assert(select(3, hero:moveAndSlide(0, 9)) == nil)
    fails("there is no direction north", hero.setUp, hero, "north")
    hero:setUp "up"
    local ledge = world:insert(hitmask.newRectangle(0, 50, 10, 4), { kind = "oneway", openSide = "up" })
    hero:teleport(2, 34)
    assert(hero:getSupport() == ledge)
    assert(select(2, hero:moveAndSlide(0, 20, { drop = true })) == 54)
    ledge:setOpenSide "down"
    assert(select(4, hero:moveAndSlide(0, -9)) == ledge)
    world:insert(hitmask.newRectangle(220, 0, 100, 20))
    hero:teleport(214, 40)
    local left, top = hero:moveAndSlide(0, -38, { corner = 4 })
    assert(left == 212 and top == 2)
end)

test("solids carry, push, crush, turn and grow", function()
    local world = hitmask.newWorld()
    local lift = world:insert(hitmask.newRectangle(0, 0, 40, 6), { x = 0, y = 100 })
    local hero = world:insert(hitmask.newRectangle(0, 0, 8, 16), { x = 10, y = 84, kind = "character" })
    local x, y, pushed, carried, crushed = lift:moveSolid(3, -2)
    assert(x == 3 and y == 98 and pushed[1] == hero and carried[1] == hero and #crushed == 0)
    assert(hero:getPosition() == 13 and select(2, hero:getPosition()) == 82)
    local other = world:insert(hitmask.newRectangle(0, 0, 8, 16), { x = 100, y = 84, kind = "character" })
    lift:moveSolid(1, 0, { riders = { other } })
    assert(other:getPosition() == 101 and hero:getPosition() == 14)
    local body = world:insert(hitmask.newRectangle(300, 0, 8, 8))
    fails("rider", lift.moveSolid, lift, 1, 0, { riders = { body } })
    world:insert(hitmask.newRectangle(0, 60, 40, 6))
    x, y, pushed, carried, crushed = lift:moveSolid(0, -20)
    assert(y == 78 and crushed[1] == hero and pushed[1] == hero)
    local plank = world:insert(hitmask.newMask(imageOf(80, 6, full)), { x = 300, y = 300, ox = 40, oy = 3 })
    local rider = world:insert(hitmask.newRectangle(0, 0, 8, 16), { x = 270, y = 281, kind = "character" })
    x, y, pushed, carried, crushed = plank:reshapeSolid(8, { x = 300, y = 300, ox = 40, oy = 3, r = math.rad(2) })
    assert(carried[1] == rider and #crushed == 0 and rider:getSupport() == plank)
    x, y, pushed = plank:reshapeSolid(20, { shape = hitmask.newMask(imageOf(80, 12, full)) })
    assert(#pushed + #carried >= 1)
end)

-- The same in every language: hosts/csharp/Tests/Tests.cs.
test("the scene of all hosts", function()
    local world = hitmask.newWorld()
    local mask = hitmask.newMask(imageOf(16, 16, function(x, y) return (x - 8) ^ 2 + (y - 8) ^ 2 * 2 < 60 and 255 or 0 end))
    local colliders, number, hash, count = {}, { begin = 0, stay = 1, ["end"] = 2, pass = 3 }, 0, 0
    for step = 0, 200 do
        for i = 0, 11 do
            local x, y, r, scale = 40 + i * 23 % 90 + step * (i % 5 - 2) * 0.25, 30 + i * 41 % 70, i * 0.5 + step * 0.05, 1 + i % 3 * 0.25
            if step == 0 then colliders[i] = world:insert(mask, { x = x, y = y, r = r, sx = scale, ox = 8, oy = 8 })
            else colliders[i]:set(x, y, r, scale, scale, 8, 8) end
        end
        for _, kind, _, _, x, y in world:step() do
            count = count + 1
            hash = math.fmod(hash * 31 + number[kind] + (x and x * 3 + y or 0), 1000003)
        end
    end
    assert(count .. " " .. hash == "26 112143", count .. " " .. hash)
end)

test("objects are freed", function()
    local before
    for round = 1, 30 do
        for _ = 1, 20 do
            hitmask.newMaskFromRGBA(1000, 1000, ffi.new("uint8_t[?]", 4000000))
            hitmask.newWorld():insert(hitmask.newRectangle(0, 0, 1, 1))
        end
        collectgarbage()
        collectgarbage()
        local status = io.open "/proc/self/statm"
        if not status then return end
        local pages = tonumber(status:read "*a":match "%d+ (%d+)")
        if round == 10 then before = pages end
        -- Without ffi.gc it grows by 600 pages in a round.
        assert(not before or pages < before + 3000, pages)
    end
end)

print(("test result: %s. %d passed; %d failed; 0 ignored"):format(failed == 0 and "ok" or "FAILED", passed, failed))
os.exit(failed == 0 and 0 or 1)
