using System;
using System.Runtime.InteropServices;

namespace Hitmask
{
    /// <summary>The frames of an animation, of which a collider shows one at a time.</summary>
    public sealed unsafe partial class Frames
    {
        /// <summary>An animation. offsets say where the masks of trimmed frames lie in the whole pictures; it may be empty.</summary>
        public static Frames From(ReadOnlySpan<Mask> masks, ReadOnlySpan<Point> offsets = default(ReadOnlySpan<Point>))
        {
            var frames = new Frame[masks.Length];
            for (int i = 0; i < frames.Length; i++)
            {
                frames[i] = new Frame { Mask = masks[i].Pointer, Offset = i < offsets.Length ? offsets[i] : default(Point) };
            }
            IntPtr made;
            int status;
            fixed (Frame* start = frames) status = Native.hitmask_frames_new(start, (UIntPtr)frames.Length, &made);
            foreach (Mask mask in masks) GC.KeepAlive(mask);
            Native.Check(status);
            return new Frames(made);
        }
    }

    /// <summary>
    /// The events of a step. They lie in the world's memory until its next <c>Step</c>, and keep it alive: later, and after the world was
    /// disposed of, reading them is an exception. A step through <c>Native</c> ends them unchecked.
    /// </summary>
    public readonly unsafe ref struct Events
    {
        private readonly World world;
        private readonly Event* first;
        private readonly int step;

        /// <summary>How many there are.</summary>
        public int Length { get; }

        internal Events(World world, Event* first, int count)
        {
            this.world = world;
            this.first = first;
            step = world.Steps;
            Length = count;
        }

        /// <summary>A copy of one.</summary>
        public Event this[int index]
        {
            get
            {
                if ((uint)index >= (uint)Length) throw new IndexOutOfRangeException();
                if (world.IsClosed) throw new ObjectDisposedException(nameof(World));
                if (world.Steps != step) throw new InvalidOperationException("the world was stepped since");
                Event one = first[index];
                // Not before: the garbage collector may free a world that is used no more.
                GC.KeepAlive(world);
                return one;
            }
        }

        /// <summary>For loops.</summary>
        public Enumerator GetEnumerator() => new Enumerator(this);

        /// <summary>Goes through the events.</summary>
        public ref struct Enumerator
        {
            private readonly Events events;
            private int index;

            internal Enumerator(Events events)
            {
                this.events = events;
                index = -1;
            }

            /// <summary>To the next one, if there is one.</summary>
            public bool MoveNext() => ++index < events.Length;

            /// <summary>A copy of the event.</summary>
            public Event Current => events[index];
        }
    }

    /// <summary>What a solid did that was moved or reshaped. The lists lie in an array of the world until its next MoveSolid or ReshapeSolid.</summary>
    public readonly ref struct Moves
    {
        /// <summary>Where the solid is now.</summary>
        public PointQ16 Position { get; }

        /// <summary>The characters and crates that it pushed.</summary>
        public ReadOnlySpan<Handle> Pushed { get; }

        /// <summary>Those that rode it.</summary>
        public ReadOnlySpan<Handle> Carried { get; }

        /// <summary>Those that could not step aside. It overlaps them.</summary>
        public ReadOnlySpan<Handle> Crushed { get; }

        internal Moves(PointQ16 position, ReadOnlySpan<Handle> pushed, ReadOnlySpan<Handle> carried, ReadOnlySpan<Handle> crushed)
        {
            Position = position;
            Pushed = pushed;
            Carried = carried;
            Crushed = crushed;
        }
    }

    public unsafe partial struct Event
    {
        /// <summary>The other one of the pair. False if the handle is in neither place.</summary>
        public bool Other(Handle handle, out Handle other)
        {
            other = handle == A ? B : handle == B ? A : default(Handle);
            return handle == A || handle == B;
        }

        /// <summary>Which part of this one of the pair was met: the label that it showed where they met first, 0 if it has none. Null if the
        /// event names no labels, or not this one.</summary>
        public int? PartOf(Handle handle)
        {
            Event copy = this;
            byte label;
            NativeBool found;
            Native.Check(Native.hitmask_event_part_of(&copy, handle, &label, &found));
            return found ? label : (int?)null;
        }
    }

    /// <summary>Thousands of colliders. Nothing here allocates in a steady frame: only Insert, exceptions, and longer lists than before.</summary>
    public sealed unsafe partial class World
    {
        /// <summary>How often it was stepped here.</summary>
        internal int Steps;

        /// <summary>An empty world.</summary>
        public static World New() => New(WorldOptions.Default);

        /// <summary>An empty world with these options.</summary>
        public static World New(WorldOptions options)
        {
            IntPtr made;
            Native.Check(Native.hitmask_world_new(&options, &made));
            return new World(made);
        }

        /// <summary>Puts a mask in. The world keeps its pixels: you may dispose of it.</summary>
        public Handle Insert(Mask mask, Collider collider) => Insert(Native.hitmask_shape_mask(mask), collider, mask);

        /// <summary>Puts an animation in.</summary>
        public Handle Insert(Frames frames, Collider collider) => Insert(Native.hitmask_shape_frames(frames), collider, frames);

        /// <summary>Puts a ground in that is carved.</summary>
        public Handle Insert(Terrain terrain, Collider collider) => Insert(Native.hitmask_shape_terrain(terrain), collider, terrain);

        /// <summary>Puts a rectangle in.</summary>
        public Handle Insert(Rect rect, Collider collider) => Insert(Native.hitmask_shape_rect(rect), collider, null);

        /// <summary>Puts a circle in.</summary>
        public Handle Insert(Circle circle, Collider collider) => Insert(Native.hitmask_shape_circle(circle), collider, null);

        private Handle Insert(Shape shape, Collider collider, NativeObject owner)
        {
            collider.Shape = shape;
            Handle made;
            int status = Native.hitmask_world_insert(this, &collider, &made);
            GC.KeepAlive(owner);
            Native.Check(status);
            return made;
        }

        /// <summary>Takes a collider out. Its contacts end with the next step.</summary>
        public void Remove(Handle handle) => Native.Check(Native.hitmask_world_remove(this, handle));

        /// <summary>Whether a handle names a collider.</summary>
        public bool Contains(Handle handle)
        {
            NativeBool there;
            return Native.Got(Native.hitmask_world_contains(this, handle, &there), there);
        }

        /// <summary>How many colliders there are.</summary>
        public int Count
        {
            get
            {
                UIntPtr count;
                return Native.Got(Native.hitmask_world_count(this, &count), (int)count);
            }
        }

        /// <summary>Moves the pivot of a collider to a position in pixels.</summary>
        public void SetPosition(Handle handle, double x, double y)
        {
            Native.Check(Native.hitmask_world_set_position(this, handle, PointQ16.From(x, y)));
        }

        /// <summary>Puts a collider to a position. A swept one was not on the way.</summary>
        public void Teleport(Handle handle, double x, double y)
        {
            Native.Check(Native.hitmask_world_teleport(this, handle, PointQ16.From(x, y)));
        }

        /// <summary>Where the pivot of a collider lies.</summary>
        public PointQ16 Position(Handle handle)
        {
            PointQ16 position;
            return Native.Got(Native.hitmask_world_position(this, handle, &position), position);
        }

        /// <summary>Gives a collider a transform: PoseParts or a Pose will do.</summary>
        public void SetTransform(Handle handle, Transform transform)
        {
            Native.Check(Native.hitmask_world_set_transform(this, handle, &transform));
        }

        /// <summary>Turns a collider about its pivot: radians, clockwise where y points down.</summary>
        public void SetRotation(Handle handle, double radians)
        {
            Native.Check(Native.hitmask_world_set_rotation(this, handle, Native.hitmask_radians(radians)));
        }

        /// <summary>Shows another frame of a collider's animation, from 0.</summary>
        public void SetFrame(Handle handle, int frame)
        {
            Native.Check(Native.hitmask_world_set_frame(this, handle, (UIntPtr)checked((uint)frame)));
        }

        /// <summary>A disabled collider meets nothing.</summary>
        public void SetEnabled(Handle handle, bool enabled)
        {
            Native.Check(Native.hitmask_world_set_enabled(this, handle, enabled));
        }

        /// <summary>Steps the world. The events can be read until its next <c>Step</c>.</summary>
        public Events Step()
        {
            Event* events;
            UIntPtr count;
            Steps++;
            Native.Check(Native.hitmask_world_step(this, &events, &count));
            return new Events(this, events, (int)count);
        }

        /// <summary>
        /// Steps the world and copies the events into your array. Returns how many there are, which may be more than your array has places
        /// for: the first ones are copied then.
        /// </summary>
        public int Step(Span<Event> events)
        {
            Events all = Step();
            for (int i = 0; i < Math.Min(all.Length, events.Length); i++) events[i] = all[i];
            return all.Length;
        }

        /// <summary>What a collider touched in the last step, into your array. Returns how many there are.</summary>
        public int ContactsOf(Handle handle, Span<Handle> handles)
        {
            UIntPtr count;
            int status;
            fixed (Handle* start = &MemoryMarshal.GetReference(handles))
            {
                status = Native.hitmask_world_contacts_of(this, handle, start, (UIntPtr)handles.Length, &count);
            }
            if (status != (int)Status.TooSmall) Native.Check(status);
            return (int)count;
        }

        /// <summary>The colliders that touch a rectangle, into your array. Returns how many there are.</summary>
        public int Query(Rect rect, Span<Handle> handles) => Query(rect, QueryFilter.Default, handles);

        /// <summary>The same, of those that a filter lets through.</summary>
        public int Query(Rect rect, QueryFilter filter, Span<Handle> handles)
        {
            Probe probe = Native.hitmask_probe_placed(Native.hitmask_shape_rect(rect), Pose.At(0, 0));
            UIntPtr count;
            int status;
            fixed (Handle* start = &MemoryMarshal.GetReference(handles))
            {
                status = Native.hitmask_world_query(this, &probe, &filter, start, (UIntPtr)handles.Length, &count);
            }
            if (status != (int)Status.TooSmall) Native.Check(status);
            return (int)count;
        }

        /// <summary>The topmost collider that covers a pixel.</summary>
        public bool Pick(int x, int y, out Handle handle)
        {
            Handle top = default(Handle);
            NativeBool found;
            return Native.Found(Native.hitmask_world_pick(this, new Point(x, y), null, &top, &found), found, top, out handle);
        }

        /// <summary>What a collider meets first if it moves by so many pixels.</summary>
        public bool CastFirst(Handle handle, double dx, double dy, out CastHit hit)
        {
            CastHit first = default(CastHit);
            NativeBool found;
            return Native.Found(Native.hitmask_world_cast_first(this, handle, PointQ16.From(dx, dy), null, &first, &found), found, first, out hit);
        }

        /// <summary>What a moving point meets first.</summary>
        public bool RayCast(double x, double y, double dx, double dy, out RayHit hit)
        {
            RayHit first = default(RayHit);
            NativeBool found;
            return Native.Found(Native.hitmask_world_ray_cast(this, PointQ16.From(x, y), PointQ16.From(dx, dy), null, &first, &found), found, first, out hit);
        }

        /// <summary>Moves a character by so many pixels among bodies and one-way platforms.</summary>
        public Slid MoveAndSlide(Handle handle, double dx, double dy, MoveOptions options = default(MoveOptions))
        {
            Slid slid;
            return Native.Got(Native.hitmask_world_move_and_slide(this, handle, PointQ16.From(dx, dy), &options, null, &slid), slid);
        }

        private Handle[] moved = new Handle[16];

        /// <summary>
        /// Moves a solid: a lift, a crusher. It pushes what is in its way and carries those whose support it is, and the riders that you name.
        /// </summary>
        public Moves MoveSolid(Handle handle, double dx, double dy, MoveOptions options = default(MoveOptions), ReadOnlySpan<Handle> riders = default(ReadOnlySpan<Handle>))
        {
            SolidMoved did;
            int status;
            fixed (Handle* start = &MemoryMarshal.GetReference(riders))
            {
                status = Native.hitmask_world_move_solid_with(this, handle, PointQ16.From(dx, dy), start, (UIntPtr)riders.Length, &options, &did);
            }
            Native.Check(status);
            return Told(did);
        }

        /// <summary>
        /// Turns or scales a solid in one jump, or moves it. It carries those whose support it is, and pushes out what it then overlaps, by at most
        /// limit pixels.
        /// </summary>
        public Moves ReshapeSolid(Handle handle, Transform transform, int limit)
        {
            SolidMoved did;
            Native.Check(Native.hitmask_world_reshape_solid(this, handle, &transform, null, -1, checked((uint)limit), null, &did));
            return Told(did);
        }

        /// <summary>The same with another frame of its animation, from 0.</summary>
        public Moves ReshapeSolid(Handle handle, int frame, int limit)
        {
            SolidMoved did;
            long shown = checked((uint)frame);
            Native.Check(Native.hitmask_world_reshape_solid(this, handle, null, null, shown, checked((uint)limit), null, &did));
            return Told(did);
        }

        /// <summary>The same with another mask.</summary>
        public Moves ReshapeSolid(Handle handle, Mask mask, int limit)
        {
            SolidMoved did;
            Shape shape = Native.hitmask_shape_mask(mask);
            int status = Native.hitmask_world_reshape_solid(this, handle, null, &shape, -1, checked((uint)limit), null, &did);
            GC.KeepAlive(mask);
            Native.Check(status);
            return Told(did);
        }

        /// <summary>Copies the lists, which the next call into the library may end.</summary>
        private Moves Told(SolidMoved did)
        {
            int pushed = (int)did.PushedCount, carried = (int)did.CarriedCount, crushed = (int)did.CrushedCount;
            int all = pushed + carried + crushed;
            if (moved.Length < all) moved = new Handle[2 * all];
            for (int i = 0; i < pushed; i++) moved[i] = did.Pushed[i];
            for (int i = 0; i < carried; i++) moved[pushed + i] = did.Carried[i];
            for (int i = 0; i < crushed; i++) moved[pushed + carried + i] = did.Crushed[i];
            // Not before: the lists are the world's.
            GC.KeepAlive(this);
            var told = new ReadOnlySpan<Handle>(moved, 0, all);
            return new Moves(did.Position, told.Slice(0, pushed), told.Slice(pushed, carried), told.Slice(pushed + carried));
        }

        /// <summary>What is set of a collider. Change it, and give it back to <c>Set</c>.</summary>
        public Collider Props(Handle handle)
        {
            Collider properties;
            return Native.Got(Native.hitmask_world_get(this, handle, &properties), properties);
        }

        /// <summary>Sets all of a collider but its shape and its transform.</summary>
        public void Set(Handle handle, Collider properties)
        {
            Native.Check(Native.hitmask_world_set(this, handle, &properties));
        }

        /// <summary>Where up is for a character or a crate. Direction.None: it is seen from above.</summary>
        public void SetUp(Handle handle, Direction up) => Native.Check(Native.hitmask_world_set_up(this, handle, (int)up));

        /// <summary>The side from which one comes onto a one-way collider.</summary>
        public void SetOpenSide(Handle handle, Direction side) => Native.Check(Native.hitmask_world_set_open_side(this, handle, (int)side));

        /// <summary>What carries a character or a crate.</summary>
        public bool Support(Handle handle, out Handle support)
        {
            Handle carries = default(Handle);
            NativeBool found;
            return Native.Found(Native.hitmask_world_support(this, handle, &carries, &found), found, carries, out support);
        }

        /// <summary>The name of a label of a collider, and its number. Null if it has none.</summary>
        public string LabelName(Handle handle, byte label, out ulong number)
        {
            Text name;
            ulong itsNumber;
            NativeBool found;
            Native.Check(Native.hitmask_world_label_name(this, handle, label, &name, &itsNumber, &found));
            number = itsNumber;
            string told = found ? System.Text.Encoding.UTF8.GetString(name.Data, checked((int)name.Length)) : null;
            // The bytes are the world's.
            System.GC.KeepAlive(this);
            return told;
        }

        /// <summary>The shortest way out of two colliders: move b by it.</summary>
        public Point Separation(Handle a, Handle b)
        {
            Point way;
            return Native.Got(Native.hitmask_world_separation(this, a, b, &way), way);
        }

        /// <summary>A hash of the state. Equal states have equal hashes, on every machine.</summary>
        public ulong StateHash
        {
            get
            {
                ulong hash;
                return Native.Got(Native.hitmask_world_state_hash(this, &hash), hash);
            }
        }
    }
}
