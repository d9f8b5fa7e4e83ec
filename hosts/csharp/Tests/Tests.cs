// The tests of the package: Tests.exe LAYOUT, a file with the size of each struct and the place of each field in C.

using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using Hitmask;

/// <summary>A pixel like Color of MonoGame and FNA, and Color32 of Unity.</summary>
struct Color
{
    public byte R, G, B, A;
}

static class Tests
{
    static int passed, failed;

    static void Test(string name, Action run)
    {
        try
        {
            run();
            passed++;
        }
        catch (Exception error)
        {
            failed++;
            Console.WriteLine(name + ": " + error);
        }
    }

    static void Assert(bool holds, string what = "it does not hold")
    {
        if (!holds) throw new Exception(what);
    }

    static void Same<T>(T expected, T found)
    {
        Assert(EqualityComparer<T>.Default.Equals(expected, found), "expected " + expected + ", found " + found);
    }

    static HitmaskException Fails(Action run)
    {
        try
        {
            run();
        }
        catch (HitmaskException error)
        {
            return error;
        }
        throw new Exception("it was not refused");
    }

    static int Main(string[] arguments)
    {
        Test("structs lie in memory as in C", () => Layout(arguments[0]));
        Test("masks", Masks);
        Test("what SpriteBatch draws is what collides", Drawn);
        Test("what is scaled to nothing covers nothing", ScaledToNothing);
        Test("a pixel is stretched far", StretchedFar);
        Test("what the library refuses", InvalidArgument);
        Test("worlds", Worlds);
        Test("a shot does not fly through a wall, a hero lands and climbs", Movers);
        Test("events of worlds that nobody uses any more", EventsOfWorlds);
        Test("the scene of all hosts", Scene);
        Test("frames allocate nothing", NoGarbage);
        Test("objects are freed", Freed);
        Test("callbacks from the library", Callbacks);
        Test("a million objects that nobody disposes of", Million);
        Console.WriteLine("test result: " + (failed == 0 ? "ok" : "FAILED") + ". " + passed + " passed; " + failed + " failed; 0 ignored");
        return failed == 0 ? 0 : 1;
    }

    static void Layout(string file)
    {
        int compared = 0;
        Type type = null;
        foreach (string line in File.ReadAllLines(file))
        {
            string[] words = line.Split(' ');
            string[] names = words[0].Split('.');
            if (names.Length == 1) type = typeof(Native).Assembly.GetType("Hitmask." + names[0]);
            Assert(type != null, "there is no " + words[0]);
            int found = names.Length == 1 ? Marshal.SizeOf(type) : (int)Marshal.OffsetOf(type, names[1]);
            Assert(found == int.Parse(words[1]), line + " in C, " + found + " here");
            compared++;
        }
        Assert(compared > 300, "only " + compared + " lines");
    }

    static Color[] Picture(Random random, int w, int h)
    {
        var pixels = new Color[w * h];
        for (int i = 0; i < pixels.Length; i++) pixels[i].A = (byte)random.Next(256);
        return pixels;
    }

    static void Masks()
    {
        var pixels = new Color[12];
        for (int i = 0; i < 12; i++) pixels[i].A = (byte)(i % 4 == 0 ? 127 : 128);
        using (var a = Mask.FromPixels<Color>(pixels, 4, 3))
        using (var b = Mask.Filled(1, 1))
        {
            Same("4 3 9", a.Width + " " + a.Height + " " + a.Count);
            Assert(a[1, 0] && !a[0, 0] && !a[-1, 9]);
            Same(12L, Mask.FromPixels<Color>(pixels, 4, 3, 127).Count);
            Assert(a.Overlaps(b, 1, 0) && !a.Overlaps(b, 0, 0));
            Same(1L, a.OverlapArea(b, 3, 2));
            Point pixel;
            Assert(a.FirstOverlap(Mask.Filled(3, 3), -1, 1, out pixel));
            Same("1 1", pixel.X + " " + pixel.Y);
            Assert(!a.FirstOverlap(b, 9, 9, out pixel));
            Assert(a.FirstOverlap(Pose.At(100, 50), b, Pose.At(101, 51), out pixel));
            Same("101 51", pixel.X + " " + pixel.Y);
            Same(1L, a.OverlapArea(Pose.At(100, 50), b, Pose.At(101, 51)));
            Assert(a.Overlaps(Pose.At(100, 50), b, Pose.At(101, 51)) && !a.Overlaps(Pose.At(100, 50), b, Pose.At(100, 51)));
            Pose quarter = Pose.Sprite(5, 7, Math.PI / 2, 0, 0, 1, 1);
            Point corner;
            using (Mask baked = a.Bake(quarter, out corner)) Same("2 7 3 4", corner.X + " " + corner.Y + " " + baked.Width + " " + baked.Height);
        }
        Same(6L, Mask.FromAlpha(new byte[] { 255, 255, 0, 255, 255, 128, 127, 255 }, 4, 2).Count);
        Same(0L, Mask.FromAlpha(new byte[0], 0, 0).Count);
    }

    // What SpriteBatch.Draw shows at a point of the screen: undo the move, the turn and the scale; then the picture is read from the other
    // end if it is flipped.
    static void Texel(double px, double py, double[] d, bool flipX, bool flipY, int w, int h, out double u, out double v)
    {
        double dx = px - d[0], dy = py - d[1], c = Math.Cos(d[2]), s = Math.Sin(d[2]);
        u = (c * dx + s * dy) / d[5] + d[3];
        v = (c * dy - s * dx) / d[6] + d[4];
        if (flipX) u = w - u;
        if (flipY) v = h - v;
    }

    static void Drawn()
    {
        var random = new Random(4);
        Func<double, double, double> between = (low, high) => low + random.NextDouble() * (high - low);
        int compared = 0;
        for (int round = 0; round < 60; round++)
        {
            int width = random.Next(1, 13), height = random.Next(1, 13);
            Color[] pixels = Picture(random, width, height);
            int left = random.Next(width), top = random.Next(height), w = random.Next(1, width - left + 1), h = random.Next(1, height - top + 1);
            bool flipX = random.Next(2) == 0, flipY = random.Next(2) == 0;
            double[] d = { between(-40, 40), between(-40, 40), between(-7, 7), between(-3, 15), between(-3, 15), between(0.5, 4), between(0.5, 4) };
            Mask mask = Mask.FromPixels<Color>(pixels, width, new Rect(left, top, (uint)w, (uint)h));
            Point corner;
            Mask baked = mask.Bake(Pose.Sprite(d[0], d[1], d[2], d[3], d[4], d[5], d[6], flipX, flipY, w, h), out corner);
            for (int y = -2; y < baked.Height + 2; y++)
            {
                for (int x = -2; x < baked.Width + 2; x++)
                {
                    double u, v;
                    Texel(x + corner.X + 0.5, y + corner.Y + 0.5, d, flipX, flipY, w, h, out u, out v);
                    if (Math.Abs(u - Math.Round(u)) < 0.01 || Math.Abs(v - Math.Round(v)) < 0.01) continue;
                    bool inside = u >= 0 && v >= 0 && u < w && v < h;
                    bool solid = inside && pixels[(top + (int)v) * width + left + (int)u].A >= 128;
                    Assert(solid == baked[x, y], "round " + round + ", pixel " + x + " " + y);
                    compared++;
                }
            }
        }
        Assert(compared > 5000, "only " + compared);
    }

    // A coin that flips.
    static void ScaledToNothing()
    {
        Mask coin = Mask.Filled(300, 300);
        foreach (Pose flat in new[] { Pose.Sprite(9, 9, 1, 5, 5, 0, 1), Pose.Sprite(9, 9, 0, 0, 0, 1, 0, true, true, 9, 9), Pose.FromMatrix(1, 0, 0, 0, 3, 4) })
        {
            Point pixel;
            Assert(!coin.FirstOverlap(flat, coin, Pose.At(-100, -100), out pixel));
            Same(0L, coin.Bake(flat, out pixel).Count);
        }
    }

    static void StretchedFar()
    {
        Point corner;
        Same(16000L, Mask.Filled(1, 1).Bake(Pose.Sprite(5, 7, 0, 0, 0, 800, 20), out corner).Count);
        Same(new Point(5, 7), corner);
    }

    static void InvalidArgument()
    {
        HitmaskException error = Fails(() => Mask.Filled(70000, 1));
        Same(Status.TooLarge, error.Status);
        Assert(error.Message.Contains("larger than the library allows"), error.Message);
        error = Fails(() => Pose.Sprite(double.NaN, 0, 0, 0, 0, 1, 1));
        Same(Status.NotFinite, error.Status);
        World world = World.New();
        Handle one = world.Insert(Mask.Filled(2, 2), Collider.Default);
        Same(Status.OutOfRange, Fails(() => world.SetPosition(one, double.NaN, 0)).Status);
        Same(Status.WrongShape, Fails(() => world.SetFrame(one, 1)).Status);
        world.Remove(one);
        Same(Status.NoSuchCollider, Fails(() => world.SetPosition(one, 1, 1)).Status);
        try
        {
            Mask.FromPixels<Color>(new Color[3], 2, 2);
            Assert(false);
        }
        catch (ArgumentException) { }
        Mask gone = Mask.Filled(1, 1);
        gone.Dispose();
        gone.Dispose();
        try
        {
            Console.WriteLine(gone.Count);
            Assert(false);
        }
        catch (ObjectDisposedException) { }
    }

    static void Worlds()
    {
        WorldOptions options = WorldOptions.Default;
        options.Area = true;
        options.Stay = true;
        using (World world = World.New(options))
        using (Mask square = Mask.Filled(10, 10))
        {
            Collider collider = Collider.Default;
            collider.Transform = PoseParts.Sprite(100, 100, 0, 5, 5, 1, 1);
            collider.Data = 7;
            Handle a = world.Insert(square, collider);
            collider.Transform = PoseParts.Sprite(104, 100, 0, 5, 5, 1, 1);
            collider.Data = 8;
            Handle b = world.Insert(square, collider);
            var events = new Event[1];
            Same(1, world.Step(events));
            Event first = events[0];
            Assert(first.Kind == EventKind.Begin && first.A == a && first.B == b && first.DataA == 7 && first.DataB == 8 && first.HasTouch);
            Assert(first.Other(a, out Handle other) && other == b && first.Other(b, out other) && other == a && !first.Other(default(Handle), out other));
            Assert(first.PartOf(a) == null);
            Same("99 95 60", first.Touch.First.X + " " + first.Touch.First.Y + " " + first.Touch.Area);
            Same(EventKind.Stay, world.Step()[0].Kind);
            Same(1, world.Step(Span<Event>.Empty));
            var handles = new Handle[1];
            Same(1, world.ContactsOf(a, handles));
            Assert(handles[0] == b);
            Same(2, world.Query(new Rect(0, 0, 200, 200), handles));
            Same(1, world.Query(new Rect(0, 0, 96, 96), handles));
            Handle top;
            Assert(world.Pick(104, 96, out top) && top == b && !world.Pick(0, 0, out top));
            world.SetTransform(b, PoseParts.Sprite(120, 100, Math.PI / 4, 5, 5, 2, 1));
            Same(EventKind.End, world.Step()[0].Kind);
            CastHit hit;
            Assert(world.CastFirst(a, 40, 0, out hit) && hit.Handle == b && hit.HasFree && hit.Free.PixelsX < 120);
            RayHit ray;
            Assert(world.RayCast(0, 100.5, 200, 0, out ray) && ray.Handle == a);
            Same("19/40 95 100", ray.Cast.Time.Numerator + "/" + ray.Cast.Time.Denominator + " " + ray.Cast.Point.X + " " + ray.Cast.Point.Y);
            world.Teleport(b, 104, 100);
            world.SetRotation(b, 0);
            Same(EventKind.Begin, world.Step()[0].Kind);
            Point way = world.Separation(a, b);
            Same("0 -10", way.X + " " + way.Y);
            world.Remove(b);
            Same(EventKind.End, world.Step()[0].Kind);
            Assert(!world.Contains(b) && world.Count == 1 && world.StateHash != 0);
        }
    }

    static void Movers()
    {
        World world = World.New();
        Handle floor = world.Insert(new Rect(0, 100, 200, 10), Collider.Default);
        Handle ledge = world.Insert(new Rect(120, 97, 20, 3), Collider.Default);
        Collider collider = Collider.Default;
        collider.Transform = Transform.At(10, 50);
        collider.Swept = true;
        Handle shot = world.Insert(Circle.From(0, 0, 2), collider);
        Same(0, world.Step().Length);
        world.SetPosition(shot, 10, 150);
        Events events = world.Step();
        Assert(events.Length == 1 && events[0].Kind == EventKind.Pass && events[0].A == floor && events[0].HasTime);
        collider = Collider.Default;
        collider.Kind = ColliderKind.Character;
        collider.Transform = Transform.At(50.5, 60);
        Frames frames = Frames.From(new[] { Mask.Filled(8, 16), Mask.Filled(8, 8) }, new[] { new Point(0, 0), new Point(0, 8) });
        Handle hero = world.Insert(frames, collider);
        frames.Dispose();
        Slid slid = world.MoveAndSlide(hero, 0, 100);
        Assert(slid.Position.PixelsY == 84 && slid.Floor.Found && slid.Floor.Handle == floor && !slid.Wall.Found);
        Assert(world.MoveAndSlide(hero, 100, 0).Wall.Handle == ledge);
        slid = world.MoveAndSlide(hero, 10, 0, new MoveOptions { StepUp = 3, StepDown = 3 });
        Assert(slid.Position.PixelsY == 81 && slid.Floor.Handle == ledge);
        world.SetFrame(hero, 1);
        Same(81.0, world.Position(hero).PixelsY);
        Assert(world.Support(hero, out Handle support) && support == ledge && !world.Support(floor, out _));
        Collider properties = world.Props(hero);
        Assert(properties.Kind == ColliderKind.Character && properties.Up == Direction.Up);
        properties.Up = Direction.None;
        world.Set(hero, properties);
        Assert(!world.MoveAndSlide(hero, 0, 1).Floor.Found);
        world.SetUp(hero, Direction.Up);
        Assert(world.MoveAndSlide(hero, 0, 1).Floor.Handle == ledge);
        Moves moves = world.MoveSolid(ledge, 3, -2);
        Assert(moves.Position.PixelsX == 3 && moves.Carried.Length == 1 && moves.Carried[0] == hero);
        Assert(moves.Pushed.Length == 1 && moves.Pushed[0] == hero && moves.Crushed.IsEmpty);
        Same(79.0, world.Position(hero).PixelsY);
        Fails(() => world.MoveSolid(ledge, 1, 0, default(MoveOptions), new[] { floor }));
        collider = Collider.Default;
        collider.Transform = PoseParts.Sprite(300, 300, 0, 40, 3, 1, 1);
        Handle plank = world.Insert(Mask.Filled(80, 6), collider);
        collider.Kind = ColliderKind.Character;
        collider.Transform = Transform.At(270, 281);
        Handle rider = world.Insert(new Rect(0, 0, 8, 16), collider);
        moves = world.ReshapeSolid(plank, PoseParts.Sprite(300, 300, Math.PI / 90, 40, 3, 1, 1), 8);
        Assert(moves.Carried.Length == 1 && moves.Carried[0] == rider && moves.Crushed.IsEmpty);
        Assert(world.Support(rider, out support) && support == plank);
        moves = world.ReshapeSolid(plank, Mask.Filled(80, 12), 20);
        Assert(moves.Crushed.IsEmpty && moves.Position.PixelsX == 300);
    }

    // What the garbage collector and the program may do with a world whose events are read.
    static void EventsOfWorlds()
    {
        World world = World.New();
        world.Insert(new Rect(0, 0, 9, 9), Collider.Default);
        world.Insert(new Rect(0, 0, 9, 9), Collider.Default);
        Events events = world.Step();
        Same(EventKind.Begin, events[0].Kind);
        try { Same(0, (int)world.Step()[0].Kind); Assert(false); } catch (IndexOutOfRangeException) { }
        string said = "";
        try { said += events[0].Kind; } catch (InvalidOperationException) { said += "stepped"; }
        world.Dispose();
        try { said += events[0].Kind; } catch (ObjectDisposedException) { said += ", disposed"; }
        Same("stepped, disposed", said);
        int seen = 0;
        foreach (Event one in Crowd().Step())
        {
            // Nothing else uses the world.
            if (seen++ % 20 == 0) { GC.Collect(); GC.WaitForPendingFinalizers(); }
            Assert(one.Kind == EventKind.Begin && one.DataA == 5 && one.DataB == 5);
        }
        Same(190, seen);
    }

    static World Crowd()
    {
        World world = World.New();
        Collider collider = Collider.Default;
        collider.Data = 5;
        for (int i = 0; i < 20; i++) world.Insert(new Rect(0, 0, 9, 9), collider);
        return world;
    }

    // The same in every language: hosts/love/test.lua.
    static void Scene()
    {
        World world = World.New();
        var alpha = new byte[256];
        for (int i = 0; i < 256; i++) alpha[i] = (byte)((i % 16 - 8) * (i % 16 - 8) + (i / 16 - 8) * (i / 16 - 8) * 2 < 60 ? 255 : 0);
        Mask mask = Mask.FromAlpha(alpha, 16, 16);
        var handles = new Handle[12];
        long hash = 0, count = 0;
        for (int step = 0; step <= 200; step++)
        {
            for (int i = 0; i < 12; i++)
            {
                double x = 40 + i * 23 % 90 + step * (i % 5 - 2) * 0.25, y = 30 + i * 41 % 70, scale = 1 + i % 3 * 0.25;
                PoseParts parts = PoseParts.Sprite(x, y, i * 0.5 + step * 0.05, 8, 8, scale, scale);
                Collider collider = Collider.Default;
                collider.Transform = parts;
                if (step == 0) handles[i] = world.Insert(mask, collider);
                else world.SetTransform(handles[i], parts);
            }
            foreach (Event one in world.Step())
            {
                count++;
                hash = (hash * 31 + (int)one.Kind + (one.HasTouch ? one.Touch.First.X * 3 + one.Touch.First.Y : 0)) % 1000003;
            }
        }
        Same("26 112143", count + " " + hash);
    }

    static long Allocated() => GC.GetAllocatedBytesForCurrentThread();

    static void NoGarbage()
    {
        WorldOptions options = WorldOptions.Default;
        options.Stay = true;
        World world = World.New(options);
        Mask mask = Mask.Filled(20, 20);
        var handles = new Handle[50];
        for (int i = 0; i < handles.Length; i++) handles[i] = world.Insert(mask, Collider.Default);
        Collider character = Collider.Default;
        character.Kind = ColliderKind.Character;
        character.Transform = Transform.At(-500, 0);
        Handle hero = world.Insert(mask, character);
        var events = new Event[4000];
        var found = new Handle[100];
        long sum = 0;
        Action<int> frame = time =>
        {
            for (int i = 0; i < handles.Length; i++)
            {
                world.SetTransform(handles[i], PoseParts.Sprite(i * 15, time % 30, time * 0.01, 10, 10, 1, 1));
                world.SetPosition(handles[i], i * 15, time % 30);
            }
            sum += world.Step(events);
            foreach (Event one in world.Step()) sum += one.Touch.First.X;
            sum += world.Query(new Rect(0, 0, 100, 100), found) + world.ContactsOf(handles[3], found);
            Handle top;
            CastHit hit;
            Point pixel;
            if (world.Pick(10, 10, out top)) sum++;
            if (world.CastFirst(handles[0], 100, 3, out hit)) sum++;
            if (world.MoveAndSlide(hero, 1, 1).Floor.Found) sum++;
            if (mask.FirstOverlap(Pose.Sprite(time % 9, 0, time, 10, 10, 2, 1), mask, Pose.At(3, 4), out pixel)) sum += mask.OverlapArea(mask, 3, 4);
            if (mask[3, 3] && mask.Overlaps(mask, time % 50, 0)) sum += world.Position(hero).X;
        };
        for (int time = 0; time < 20; time++) frame(time);
        int collections = GC.CollectionCount(0);
        long before = Allocated();
        for (int time = 0; time < 1000; time++) frame(time);
        Same(0L, Allocated() - before);
        Same(collections, GC.CollectionCount(0));
        Assert(sum != 0);
        // The counter sees one small object.
        before = Allocated();
        object small = new Color();
        Assert(Allocated() - before > 0 && small != null);
    }

    // The memory of the program in pages of 4096 bytes. 0 where the system does not tell it.
    static long Pages()
    {
        const string status = "/proc/self/statm";
        return File.Exists(status) ? long.Parse(File.ReadAllText(status).Split(' ')[1]) : 0;
    }

    static void Freed()
    {
        long before = 0;
        for (int round = 0; round < 40; round++)
        {
            for (int i = 0; i < 20; i++)
            {
                // 8 MB of bits each.
                using (Mask mask = Mask.Filled(8000, 8000)) mask[1, 1] = false;
            }
            if (round == 10) before = Pages();
            Assert(before == 0 || Pages() < before + 5000, "it grows: " + Pages());
        }
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    delegate NativeBool StepFilter(IntPtr user, Handle a, ulong dataA, Handle b, ulong dataB);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate int CustomVerdict(IntPtr user, Member* me, Member* other, Touch* touch);

    static unsafe void Callbacks()
    {
        World world = World.New();
        Mask mask = Mask.Filled(9, 9);
        Collider collider = Collider.Default;
        var handles = new Handle[3];
        for (int i = 0; i < 3; i++)
        {
            collider.Data = (ulong)i + 1;
            handles[i] = world.Insert(mask, collider);
        }
        int asked = 0;
        string said = "";
        StepFilter filter = (user, a, dataA, b, dataB) =>
        {
            // What the collector moves while the library waits.
            GC.Collect();
            asked++;
            try
            {
                world.SetPosition(a, 1, 1);
            }
            catch (HitmaskException error)
            {
                said = error.Status.ToString();
            }
            return user == (IntPtr)77 && dataA + dataB != 3;
        };
        Event* events;
        UIntPtr count;
        IntPtr pointer = Marshal.GetFunctionPointerForDelegate(filter);
        Same(0, Native.hitmask_world_step_with(world, pointer, (IntPtr)77, &events, &count));
        GC.KeepAlive(filter);
        Same("2 3 Busy", (int)count + " " + asked + " " + said);
        CustomVerdict apart = (user, me, other, touch) =>
        {
            Assert(me->Handle == handles[2] && me->Collider.Data == 3 && other->Collider.Data < 3);
            asked++;
            return (int)Verdict.Apart;
        };
        var test = new CustomTest { Test = Marshal.GetFunctionPointerForDelegate(apart) };
        Same(0, Native.hitmask_world_set_test(world, handles[2], &test));
        for (int round = 0; round < 1000; round++)
        {
            if (round % 100 == 0) GC.Collect();
            world.SetPosition(handles[2], round % 2, 0);
            world.Step();
        }
        Assert(asked > 1000, "asked only " + asked + " times");
        Assert(!Array.Exists(new[] { 0, 1 }, i => world.ContactsOf(handles[i], new Handle[3]) != 1), "the third one touches nothing");
        GC.KeepAlive(apart);
    }

    static void Million()
    {
        long before = 0;
        for (int made = 0; made < 1000000; made++)
        {
            // 8 kB of bits each: 8 GB together.
            Mask mask = Mask.Filled(256, 256);
            Assert(made % 1000 != 0 || mask.Count == 65536);
            if (made % 10000 != 0) continue;
            GC.Collect();
            GC.WaitForPendingFinalizers();
            if (made == 100000) before = Pages();
            Assert(before == 0 || Pages() < before + 50000, "it grows: " + Pages());
        }
    }
}
