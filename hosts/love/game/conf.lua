function love.conf(settings)
    settings.window.title = "hitmask"
    settings.window.width, settings.window.height = 640, 480
    settings.modules.audio, settings.modules.joystick, settings.modules.physics = false, false, false
end
