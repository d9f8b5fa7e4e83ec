-- A ship among turning rocks, by pixels: love hosts/love/game, in the root of the repository. Arrow keys turn and drive.
-- love hosts/love/game --check PICTURE compares what LÖVE draws with what collides, plays 170 frames alone, writes a picture, and ends.
package.path = love.filesystem.getSource() .. "/../?.lua;" .. package.path
local hitmask = require "hitmask"

local function imageData(name)
    local file = assert(io.open("assets/" .. name, "rb"))
    local bytes = file:read "*a"
    file:close()
    return love.image.newImageData(love.filesystem.newFileData(bytes, name))
end

local world, ship, sprites = hitmask.newWorld { area = true }, nil, {}
local picture, frames = nil, 0
local check, page

local function add(name, x, y, speed, spin)
    local data = imageData(name)
    local sprite = { image = love.graphics.newImage(data), x = x, y = y, r = 0, scale = 1, vx = speed[1], vy = speed[2], spin = spin, touching = 0 }
    sprite.ox, sprite.oy = data:getWidth() / 2, data:getHeight() / 2
    sprite.collider = world:insert(hitmask.newMask(data), { x = x, y = y, ox = sprite.ox, oy = sprite.oy })
    sprite.collider.sprite = sprite
    sprites[#sprites + 1] = sprite
    return sprite
end

function love.load(arguments)
    love.graphics.setDefaultFilter("nearest", "nearest")
    ship = add("playerShip1_orange.png", 320, 240, { 0, 0 }, 0)
    add("meteorGrey_big2.png", 90, 100, { 40, 25 }, 0.6)
    add("meteorGrey_big2.png", 520, 120, { -30, 35 }, -0.9).scale = 1.5
    add("meteorGrey_big2.png", 250, 400, { 25, -45 }, 1.4)
    if arguments[1] == "--check" then
        picture = arguments[2]
        local ok, why = xpcall(function()
            check()
            page()
        end, debug.traceback)
        print(ok and "drawn and collided alike" or why)
        if not ok then love.event.quit(1) end
    end
end

function love.update(dt)
    if picture then
        dt = 1 / 60
    else
        local function down(key) return love.keyboard.isDown(key) and 1 or 0 end
        ship.spin = 3 * (down "right" - down "left")
        local push = 200 * dt * down "up"
        ship.vx, ship.vy = ship.vx + math.sin(ship.r) * push, ship.vy - math.cos(ship.r) * push
    end
    for _, sprite in ipairs(sprites) do
        sprite.x, sprite.y = (sprite.x + sprite.vx * dt) % 640, (sprite.y + sprite.vy * dt) % 480
        sprite.r = sprite.r + sprite.spin * dt
        sprite.collider:set(sprite.x, sprite.y, sprite.r, sprite.scale, sprite.scale, sprite.ox, sprite.oy)
    end
    for _, kind, a, b, x, y in world:step() do
        local change = kind == "begin" and 1 or kind == "end" and -1 or 0
        for _, collider in ipairs { a, b } do collider.sprite.touching = collider.sprite.touching + change end
        if picture then print(frames, kind, x, y) end
    end
    frames = frames + 1
end

function love.draw()
    love.graphics.clear(0.07, 0.08, 0.16)
    for _, sprite in ipairs(sprites) do
        love.graphics.setColor(1, sprite.touching > 0 and 0.4 or 1, sprite.touching > 0 and 0.4 or 1)
        love.graphics.draw(sprite.image, sprite.x, sprite.y, sprite.r, sprite.scale, sprite.scale, sprite.ox, sprite.oy)
    end
    if picture and frames == 170 then
        love.graphics.captureScreenshot(function(shot)
            local file = assert(io.open(picture, "wb"))
            file:write(shot:encode("png"):getString())
            file:close()
            love.event.quit()
        end)
    end
end

-- Draws random pictures, some of them parts of an atlas, in random places, and compares the pixels with those of the mask. A pixel whose
-- centre lies near the edge of a texel may fall to either side, as the graphics card rounds: the neighbours of such a pixel differ, so
-- a pixel counts only where the four places beside its centre show the same.
function check()
    math.randomseed(5)
    local function random(low, high) return low + math.random() * (high - low) end
    local size, compared, touched = 96, 0, 0
    local canvas = love.graphics.newCanvas(size, size)
    for case = 1, 60 do
        local data = love.image.newImageData(math.random(4, 20), math.random(4, 20))
        data:mapPixel(function() return 1, 1, 1, math.random(0, 1) end)
        local width, height = data:getDimensions()
        local image, quad = love.graphics.newImage(data), nil
        if case % 2 == 0 then
            quad = love.graphics.newQuad(math.random(0, 2), math.random(0, 2), math.random(1, width - 2), math.random(1, height - 2), width, height)
        end
        local draw = { random(20, 76), random(20, 76), random(-7, 7), random(0.7, 4), random(-4, -0.7), random(0, 20), random(0, 20),
            random(-0.5, 0.5), random(-0.5, 0.5) }
        if case % 3 == 0 then draw[8], draw[9] = 0, 0 end
        if case % 5 == 0 then draw = { love.math.newTransform(unpack(draw)) } end
        love.graphics.setCanvas(canvas)
        love.graphics.clear(0, 0, 0, 0)
        if quad then love.graphics.draw(image, quad, unpack(draw)) else love.graphics.draw(image, unpack(draw)) end
        love.graphics.setCanvas()
        local drawn = canvas:newImageData()
        local mask = hitmask.newMask(data, quad)
        local function baked(dx, dy)
            local moved
            if #draw == 1 then
                moved = { love.math.newTransform(dx, dy) }
                moved[1]:apply(draw[1])
            else
                moved = { draw[1] + dx, draw[2] + dy, unpack(draw, 3) }
            end
            local found, x, y = mask:bake(hitmask.newPose(unpack(moved)))
            return function(px, py) return found:get(px - x, py - y) end
        end
        local solid = baked(0, 0)
        local beside = { baked(0.03, 0), baked(-0.03, 0), baked(0, 0.03), baked(0, -0.03) }
        for y = 0, size - 1 do
            for x = 0, size - 1 do
                local is, sure = solid(x, y), true
                for _, other in ipairs(beside) do sure = sure and other(x, y) == is end
                local _, _, _, alpha = drawn:getPixel(x, y)
                if sure then
                    compared = compared + 1
                    touched = touched + (is and 1 or 0)
                    assert((alpha >= 0.5) == is, ("case %d, pixel %d, %d: drawn with alpha %g"):format(case, x, y, alpha))
                end
            end
        end
    end
    assert(touched > 5000, touched)
    print(compared .. " pixels compared, " .. touched .. " of them solid")
end

-- Runs the examples of the page as they stand, with its pictures in the game's folder.
function page()
    for name, file in pairs { ["ship.png"] = "playerShip1_orange.png", ["rock.png"] = "meteorGrey_big2.png" } do
        local from = assert(io.open("assets/" .. file, "rb"))
        assert(love.filesystem.write(name, from:read "*a"))
        from:close()
    end
    local text = assert(io.open "docs/hosts/love.md"):read "*a"
    local blocks = {}
    for block in text:gmatch "```lua\n(.-)```" do blocks[#blocks + 1] = block end
    local update = love.update
    assert(#blocks == 2)
    assert(loadstring(table.concat(blocks), "@love.md"))()
    love.update(1 / 60)
    love.update = update
end
