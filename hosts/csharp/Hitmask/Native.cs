// Written from hitmask.h by `cargo xtask hosts --bless`. The comments are those of the header, whose names they use.

using System;
using System.Runtime.InteropServices;

namespace Hitmask
{
    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class Mask : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public Mask(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_mask_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class AlphaMask : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public AlphaMask(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_alpha_mask_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class LabelMask : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public LabelMask(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_label_mask_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class RunMask : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public RunMask(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_run_mask_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class Polygon : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public Polygon(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_polygon_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class Frames : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public Frames(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_frames_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class Pack : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public Pack(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_pack_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class KeptShape : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public KeptShape(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_kept_shape_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class Terrain : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public Terrain(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_terrain_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class TerrainSnapshot : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public TerrainSnapshot(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_terrain_snapshot_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class TileSet : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public TileSet(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_tile_set_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class TileMap : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public TileMap(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_tile_map_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class Bytes : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public Bytes(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_bytes_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class Components : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public Components(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_components_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class Outline : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public Outline(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_outline_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class Pieces : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public Pieces(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_pieces_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class DistanceField : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public DistanceField(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_distance_field_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class PoseCache : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public PoseCache(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_pose_cache_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class Buffer : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public Buffer(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_buffer_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class World : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public World(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_world_free(handle);
            return true;
        }
    }

    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class WorldSnapshot : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public WorldSnapshot(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.hitmask_world_snapshot_free(handle);
            return true;
        }
    }

    /// <summary>What a function returns. Functions return it as an int32_t. A later version may have more of them, so treat an unknown
    /// number as a failure.</summary>
    public enum Status
    {
        /// <summary>Success.</summary>
        Ok = 0,
        /// <summary>A pointer that must not be NULL is NULL.</summary>
        NullPointer = 1,
        /// <summary>A pointer is not aligned as its type asks.</summary>
        MisalignedPointer = 2,
        /// <summary>A number names none of the constants that are allowed there.</summary>
        UnknownConstant = 3,
        /// <summary>A size is larger than the library allows, or larger than memory.</summary>
        TooLarge = 4,
        /// <summary>An array has not the length that goes with the size.</summary>
        WrongLength = 5,
        /// <summary>The pitch is shorter than a row of pixels.</summary>
        BadPitch = 6,
        /// <summary>A run is empty, leaves its row, or is out of order.</summary>
        BadRun = 7,
        /// <summary>A number is infinite or NaN.</summary>
        NotFinite = 8,
        /// <summary>A number is beyond its limits.</summary>
        OutOfRange = 9,
        /// <summary>A pose has no inverse: it flattens the sprite to a line or a point.</summary>
        Singular = 10,
        /// <summary>The corners are not those of a convex polygon.</summary>
        NotConvex = 11,
        /// <summary>A shape of this kind cannot be used there.</summary>
        WrongShape = 12,
        /// <summary>A handle is stale: the collider was removed, or the handle is of another world.</summary>
        NoSuchCollider = 13,
        /// <summary>A number of a frame, a component or a ring is too large, or a set has no tile of this id.</summary>
        NoSuchIndex = 14,
        /// <summary>Your array has too few places. The count says how many are needed.</summary>
        TooSmall = 15,
        /// <summary>A step met more pairs of boxes than the options of the world allow.</summary>
        TooManyPairs = 16,
        /// <summary>The bytes are damaged, or not of this format or version.</summary>
        BadBytes = 17,
        /// <summary>The bytes would take more memory than you allowed.</summary>
        TooMuchMemory = 18,
        /// <summary>A difference or a snapshot belongs to another state of the terrain.</summary>
        WrongBase = 19,
        /// <summary>A promise cannot be kept with so few corners.</summary>
        TooManyPoints = 20,
        /// <summary>The object is in use by the function that called you back.</summary>
        Busy = 21,
        /// <summary>The library ran into a fault of its own, or into a size that it cannot handle. Free the objects that the call could
        /// change.</summary>
        Panicked = 22,
        /// <summary>A part of another collider cannot do that, or the collider cannot be a part there.</summary>
        WrongPart = 23,
        /// <summary>A rider is neither a character nor a crate, or is a part, stale, disabled or elsewhere.</summary>
        CannotRide = 24,
    }

    /// <summary>One sentence about what was wrong.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Error
    {
        /// <summary>Ends with a zero byte. Empty after a success.</summary>
        public fixed byte Message[240];
    }

    /// <summary>How a motion ends.</summary>
    public enum Outcome
    {
        /// <summary>It meets nothing.</summary>
        Miss = 0,
        /// <summary>They overlap at the start already.</summary>
        InitialOverlap = 1,
        /// <summary>It is free at first, then meets something.</summary>
        Hit = 2,
        /// <summary>A turning motion passes so near that neither a hit nor a miss is proven.</summary>
        Unclear = 3,
    }

    /// <summary>The units of a hitmask_angle.</summary>
    public enum AngleUnit
    {
        /// <summary>360 are a turn.</summary>
        Degrees = 0,
        /// <summary>2 pi are a turn.</summary>
        Radians = 1,
        /// <summary>A number of equal parts of a turn: exact for every number of parts.</summary>
        Steps = 2,
    }

    /// <summary>An angle. Positive angles turn clockwise on the screen. All zero is no rotation.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Angle
    {
        /// <summary>A hitmask_angle_unit.</summary>
        public AngleUnit Unit;
        /// <summary>The number of steps, if the unit is HITMASK_STEPS.</summary>
        public int Step;
        /// <summary>How many steps are a turn, if the unit is HITMASK_STEPS. Not 0.</summary>
        public uint Of;
        /// <summary>Degrees or radians.</summary>
        public double Amount;
    }

    /// <summary>A position or a motion in units of 1/65536 of a pixel: 98304 is one and a half pixels. Coordinates lie within 2^31 pixels
    /// on both sides of 0, which is 2^47 here; functions refuse others with HITMASK_OUT_OF_RANGE.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct PointQ16
    {
        /// <summary>To the right.</summary>
        public long X;
        /// <summary>Down.</summary>
        public long Y;
    }

    /// <summary>A pair of numbers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Vector
    {
        /// <summary>To the right.</summary>
        public double X;
        /// <summary>Down.</summary>
        public double Y;
    }

    /// <summary>What a pose is made of: world = position + rotation * shear * scale * (texel - pivot). Begin with
    /// hitmask_pose_parts_default, because a scale of 0 shows nothing.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct PoseParts
    {
        /// <summary>Where the pivot lies in the world, in pixels.</summary>
        public Vector Position;
        /// <summary>The rotation about the pivot.</summary>
        public Angle Rotation;
        /// <summary>The scale along the sprite's own axes. A negative number mirrors that axis.</summary>
        public Vector Scale;
        /// <summary>Whether the sprite is mirrored along its own x axis.</summary>
        public NativeBool FlipX;
        /// <summary>Whether the sprite is mirrored along its own y axis.</summary>
        public NativeBool FlipY;
        /// <summary>How far x shifts per pixel of y, and y per pixel of x.</summary>
        public Vector Shear;
        /// <summary>The fixed point, in texels from the sprite's upper left corner.</summary>
        public Vector Pivot;
    }

    /// <summary>Where and how a sprite lies: the point (u, v) of the sprite lies at (a u + b v + tx, c u + d v + ty). All numbers are in
    /// units of 1/65536. Every function that takes a pose checks it: the matrix must have an inverse (HITMASK_SINGULAR) and entries of at
    /// most 32767 times 65536 (HITMASK_OUT_OF_RANGE). A pose of zeros is no pose; begin with hitmask_pose_at.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Pose
    {
        /// <summary>How far x moves per texel to the right.</summary>
        public long A;
        /// <summary>How far x moves per texel down.</summary>
        public long B;
        /// <summary>How far y moves per texel to the right.</summary>
        public long C;
        /// <summary>How far y moves per texel down.</summary>
        public long D;
        /// <summary>Where the sprite's origin lies.</summary>
        public long Tx;
        /// <summary>Where the sprite's origin lies.</summary>
        public long Ty;
    }

    /// <summary>A pixel, or an offset in whole pixels. An offset of two shapes is the origin of b minus the origin of a, in pixels of
    /// a.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Point
    {
        /// <summary>To the right.</summary>
        public int X;
        /// <summary>Down.</summary>
        public int Y;
    }

    /// <summary>Where a collider lies: as parts, which can be read and changed one by one, or as a matrix.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Transform
    {
        /// <summary>Whether the pose counts. Otherwise the parts do.</summary>
        public NativeBool HasMatrix;
        /// <summary>The parts.</summary>
        public PoseParts Parts;
        /// <summary>The matrix.</summary>
        public Pose Pose;
    }

    /// <summary>A rectangle of pixels. It is empty if a side is 0.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Rect
    {
        /// <summary>The column of its upper left pixel.</summary>
        public int X;
        /// <summary>The row of its upper left pixel.</summary>
        public int Y;
        /// <summary>Its width.</summary>
        public uint W;
        /// <summary>Its height.</summary>
        public uint H;
    }

    /// <summary>How far the corners and edges of a picture reach in from its sides, in pixels: where it is cut into nine slices.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Margins
    {
        /// <summary>The width of the left column of slices.</summary>
        public uint Left;
        /// <summary>The height of the upper row.</summary>
        public uint Top;
        /// <summary>The width of the right column.</summary>
        public uint Right;
        /// <summary>The height of the lower row.</summary>
        public uint Bottom;
    }

    /// <summary>A circle, in units of 1/65536 of a pixel. It covers the pixels whose centres lie inside.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Circle
    {
        /// <summary>The column of its centre.</summary>
        public long X;
        /// <summary>The row of its centre.</summary>
        public long Y;
        /// <summary>Its radius. Not negative.</summary>
        public long Radius;
    }

    /// <summary>A moment of a motion, as an exact fraction in lowest terms: 0 is the start, 1 the end.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Time
    {
        /// <summary>Above the line.</summary>
        public ulong Numerator;
        /// <summary>Below the line. Not 0 in answers.</summary>
        public ulong Denominator;
    }

    /// <summary>Which layers a collider belongs to, and with which it collides, as bits. Two colliders may meet if each belongs to a layer
    /// that the other collides with.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Layers
    {
        /// <summary>The layers it is on.</summary>
        public uint BelongsTo;
        /// <summary>The layers it meets.</summary>
        public uint CollidesWith;
    }

    /// <summary>What a hitmask_shape is.</summary>
    public enum ShapeKind
    {
        /// <summary>A hitmask_mask.</summary>
        Mask = 1,
        /// <summary>A hitmask_run_mask.</summary>
        Runs = 2,
        /// <summary>A hitmask_alpha_mask at a level: solid where the alpha is at least that.</summary>
        Level = 3,
        /// <summary>A hitmask_alpha_mask by alpha sum: two pixels meet if both are visible and their alphas add up to 255 or more. Other
        /// shapes count as 255. Only for colliders of a world.</summary>
        AlphaSum = 4,
        /// <summary>A rectangle.</summary>
        Rect = 5,
        /// <summary>A circle: the pixels whose centres lie inside.</summary>
        Circle = 6,
        /// <summary>A hitmask_polygon: the pixels whose centres lie inside.</summary>
        Polygon = 7,
        /// <summary>A hitmask_terrain.</summary>
        Terrain = 8,
        /// <summary>A hitmask_frames, an animation. Only for colliders of a world.</summary>
        Frames = 9,
        /// <summary>A hitmask_kept_shape: the shape of a collider, of any kind. That of an animation or by alpha sum is only for colliders
        /// of a world.</summary>
        Kept = 10,
        /// <summary>A hitmask_label_mask: solid where its label is not 0.</summary>
        Labels = 11,
        /// <summary>The tiles of some kinds of a hitmask_tile_map.</summary>
        Tiles = 12,
    }

    /// <summary>Any shape. Make it with a hitmask_shape function, such as hitmask_shape_mask.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Shape
    {
        /// <summary>A hitmask_shape_kind.</summary>
        public ShapeKind Kind;
        /// <summary>The level of HITMASK_SHAPE_LEVEL, the kinds of HITMASK_SHAPE_TILES.</summary>
        public byte Level;
        /// <summary>The object of the kinds that have one.</summary>
        public IntPtr Object;
        /// <summary>The rectangle of HITMASK_SHAPE_RECT.</summary>
        public Rect Rect;
        /// <summary>The circle of HITMASK_SHAPE_CIRCLE.</summary>
        public Circle Circle;
    }

    /// <summary>A shape and where it lies. It covers the pixels whose centres lie in solid pixels of the shape.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Placed
    {
        /// <summary>The shape.</summary>
        public Shape Shape;
        /// <summary>Where it lies.</summary>
        public Pose Pose;
    }

    /// <summary>How a collider takes part.</summary>
    public enum ColliderKind
    {
        /// <summary>A solid thing.</summary>
        Body = 0,
        /// <summary>A thing that move_and_slide moves. It stands on whole pixels. Characters never block each other.</summary>
        Character = 1,
        /// <summary>A platform that characters can jump through from below and land on.</summary>
        OneWay = 2,
        /// <summary>A trigger: it has events with all other kinds, and blocks nothing. Queries skip it unless they ask for
        /// sensors.</summary>
        Sensor = 3,
        /// <summary>A thing that is moved like a character, and on which characters stand: it can be pushed, and carries what stands on
        /// it.</summary>
        Crate = 4,
    }

    /// <summary>A direction of the raster.</summary>
    public enum Direction
    {
        /// <summary>Towards smaller y.</summary>
        Up = 0,
        /// <summary>Towards larger x.</summary>
        Right = 1,
        /// <summary>Towards larger y.</summary>
        Down = 2,
        /// <summary>Towards smaller x.</summary>
        Left = 3,
        /// <summary>None of them: the up of a character that is seen from above.</summary>
        None = 4,
    }

    /// <summary>How a world finds pairs of boxes. All give the same answers.</summary>
    public enum BroadPhase
    {
        /// <summary>The world chooses.</summary>
        Auto = 0,
        /// <summary>Every pair is compared.</summary>
        BruteForce = 1,
        /// <summary>A grid.</summary>
        Grid = 2,
        /// <summary>Sorted along the x axis.</summary>
        SortX = 3,
    }

    /// <summary>What happened to a pair.</summary>
    public enum EventKind
    {
        /// <summary>They touch now, and did not in the step before.</summary>
        Begin = 0,
        /// <summary>They touch now, as in the step before. Only if the options of the world ask for it.</summary>
        Stay = 1,
        /// <summary>They touched in the step before and do not any more.</summary>
        End = 2,
        /// <summary>They touched on the way since the last step, and do not touch now. Only for pairs with a swept collider.</summary>
        Pass = 3,
    }

    /// <summary>What a tile is for. As bits: add them up where a function takes kinds.</summary>
    public enum TileKind
    {
        /// <summary>A picture only. Its pixels never count.</summary>
        Nothing = 0,
        /// <summary>Solid ground.</summary>
        Body = 1,
        /// <summary>A platform through which one jumps from below.</summary>
        OneWay = 2,
        /// <summary>What is only noticed: spikes, water, a checkpoint.</summary>
        Sensor = 4,
        /// <summary>A door that is open to the right: it refuses only steps to the left.</summary>
        OneWayRight = 8,
        /// <summary>A platform that is open below: it refuses only steps up.</summary>
        OneWayDown = 16,
        /// <summary>A door that is open to the left: it refuses only steps to the right.</summary>
        OneWayLeft = 32,
        /// <summary>All kinds that have pixels, where a function takes kinds.</summary>
        All = 63,
    }

    /// <summary>How polygons are filled.</summary>
    public enum FillRule
    {
        /// <summary>A pixel that the rings wind around is solid, whichever way.</summary>
        NonZero = 1,
        /// <summary>A pixel inside an odd number of rings is solid: rings inside rings are holes.</summary>
        EvenOdd = 0,
    }

    /// <summary>By what a mask grows or shrinks.</summary>
    public enum Element
    {
        /// <summary>Squares: corners count as much as sides.</summary>
        Box = 0,
        /// <summary>Only sides count.</summary>
        Diamond = 1,
        /// <summary>The Euclidean distance counts.</summary>
        Disc = 2,
    }

    /// <summary>How the slices between the corners of a picture fill their place.</summary>
    public enum SliceFill
    {
        /// <summary>They are stretched: each pixel takes the nearest of the old ones.</summary>
        Stretch = 0,
        /// <summary>They are repeated from the left and from the top.</summary>
        Tile = 1,
    }

    /// <summary>Whether pixels that only share a corner are connected.</summary>
    public enum Connectivity
    {
        /// <summary>Only sides connect.</summary>
        Four = 4,
        /// <summary>Sides and corners connect.</summary>
        Eight = 8,
    }

    /// <summary>What an outline promises after it was simplified.</summary>
    public enum OutlineBound
    {
        /// <summary>It contains every solid pixel completely.</summary>
        Outer = 0,
        /// <summary>It contains no part of a clear pixel.</summary>
        Inner = 1,
        /// <summary>It lies within the tolerance, on both sides.</summary>
        Within = 2,
    }

    /// <summary>What counts as clear outside of a mask.</summary>
    public enum BorderMode
    {
        /// <summary>Everything.</summary>
        Clear = 0,
        /// <summary>Nothing: only pixels of the mask count.</summary>
        Ignored = 1,
    }

    /// <summary>What counts as an overlap of posed sprites.</summary>
    public enum PixelRule
    {
        /// <summary>The same world pixel is covered: its centre lies in solid pixels of both. That is what a screen shows.</summary>
        Raster = 0,
        /// <summary>The rotated squares of two solid pixels share some area. Only for masks, and only for yes or no.</summary>
        Geometry = 1,
    }

    /// <summary>Which of the common pixels is "first": the edge that is swept first, and where on it.</summary>
    public enum ScanOrder
    {
        /// <summary>The topmost, then the leftmost. Elsewhere "first" always means this.</summary>
        TopLeft = 0,
        /// <summary>The topmost, then the rightmost.</summary>
        TopRight = 1,
        /// <summary>The lowest, then the leftmost.</summary>
        BottomLeft = 2,
        /// <summary>The lowest, then the rightmost.</summary>
        BottomRight = 3,
        /// <summary>The leftmost, then the topmost.</summary>
        LeftTop = 4,
        /// <summary>The leftmost, then the lowest.</summary>
        LeftBottom = 5,
        /// <summary>The rightmost, then the topmost.</summary>
        RightTop = 6,
        /// <summary>The rightmost, then the lowest.</summary>
        RightBottom = 7,
    }

    /// <summary>What a buffer keeps at each pixel.</summary>
    public enum BufferMode
    {
        /// <summary>Every id that was drawn there.</summary>
        Owners = 0,
        /// <summary>Only the id that was drawn last.</summary>
        Painter = 1,
        /// <summary>Every id; and when an id comes to a pixel that holds another one, both are latched.</summary>
        Latch = 2,
    }

    /// <summary>The order in which the frames of a tag are played.</summary>
    public enum TagDirection
    {
        /// <summary>From first to last, then from first again.</summary>
        Forward = 0,
        /// <summary>From last to first, then from last again.</summary>
        Reverse = 1,
        /// <summary>From first to last and back. The first and the last frame are not shown twice in a row.</summary>
        PingPong = 2,
        /// <summary>From last to first and back. The first and the last frame are not shown twice in a row.</summary>
        PingPongReverse = 3,
    }

    /// <summary>Whether something fits.</summary>
    public enum FitKind
    {
        /// <summary>It overlaps no body there.</summary>
        Free = 0,
        /// <summary>It does, but none after the least move that frees it, which was made.</summary>
        Moved = 1,
        /// <summary>No move within the limit frees it. Nothing has changed.</summary>
        Stuck = 2,
    }

    /// <summary>How a character deals with ledges, corners, one-way platforms and crates. All zero: it climbs nothing, follows nothing
    /// down, and pushes nothing.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct MoveOptions
    {
        /// <summary>How high a ledge may be that it climbs, in pixels.</summary>
        public uint StepUp;
        /// <summary>How deep a floor may lie that it follows down, in pixels.</summary>
        public uint StepDown;
        /// <summary>How far it goes aside to get round a corner that stops it, in pixels.</summary>
        public uint Corner;
        /// <summary>Whether the one-way pixels on which it stands at the start do not count in this move.</summary>
        public NativeBool Drop;
        /// <summary>Whether it pushes crates sideways.</summary>
        public NativeBool Push;
        /// <summary>The most crates in a chain that it pushes. 0 is any number.</summary>
        public uint PushLimit;
    }

    /// <summary>How a world works. Begin with hitmask_world_options_default.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct WorldOptions
    {
        /// <summary>A hitmask_broad_phase. How near pairs are found. The answers are the same.</summary>
        public BroadPhase BroadPhase;
        /// <summary>The largest number of pairs of boxes that a step tests.</summary>
        public UIntPtr MaxPairs;
        /// <summary>Whether there is an event for each pair that goes on touching, too.</summary>
        public NativeBool Stay;
        /// <summary>Whether events count the common pixels.</summary>
        public NativeBool Area;
        /// <summary>Whether events have the rectangle around the common pixels.</summary>
        public NativeBool Bounds;
        /// <summary>Whether events have the direction of the touch.</summary>
        public NativeBool Normal;
        /// <summary>Whether events have the shortest way out.</summary>
        public NativeBool Separation;
        /// <summary>Whether events name the labels that meet.</summary>
        public NativeBool Labels;
        /// <summary>The size of a wrapped world (a torus), each side up to 2^30 pixels. In C 0 and 0 for a world that has no ends. A
        /// collider that is larger than the world lies over itself, and each image that meets the world takes time; only rectangles that
        /// are not turned may be of any size.</summary>
        public uint WrapW;
        /// <summary>The height.</summary>
        public uint WrapH;
        /// <summary>The most bytes of pictures of turned colliders that are kept.</summary>
        public UIntPtr DrawingBytes;
    }

    /// <summary>A motion that turns.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct TurningMotion
    {
        /// <summary>How far the position moves.</summary>
        public PointQ16 By;
        /// <summary>How far it turns about its pivot, in degrees.</summary>
        public double Degrees;
        /// <summary>How many steps the motion is divided into. 64 is good; 0 counts as 1.</summary>
        public uint Steps;
    }

    /// <summary>Which colliders a question is about. Layers, group and space that are left out are the collider's own in a question about a
    /// collider: its motion, its cast, its fit. Any other question looks at every layer, in no group, in space 0. Begin with
    /// hitmask_query_filter_default.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct QueryFilter
    {
        /// <summary>The layers of the asker, and those that it looks for. Two zeros leave them unsaid; a single zero stands for
        /// all.</summary>
        public Layers Layers;
        /// <summary>The group of the asker, whose members are left out. 0 is no group. -1 leaves it unsaid.</summary>
        public long Group;
        /// <summary>Whether sensors are found, too.</summary>
        public NativeBool Sensors;
        /// <summary>The space to look at. -1 leaves it unsaid.</summary>
        public long Space;
        /// <summary>Colliders to skip.</summary>
        public Handle* Except;
        /// <summary>How many they are.</summary>
        public UIntPtr ExceptCount;
        /// <summary>A condition of your own, or NULL. It is called while the query runs; it may ask the world more, but a call that changes
        /// the world gives HITMASK_BUSY. It may be asked about colliders that are not found in the end.</summary>
        public IntPtr Accept;
        /// <summary>The user data of the condition.</summary>
        public IntPtr User;
    }

    /// <summary>What is put into a world. Begin with hitmask_collider_default, and change what you need.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Collider
    {
        /// <summary>The solid pixels. The world shares the pixels of an object, so you may free or change your object afterwards.</summary>
        public Shape Shape;
        /// <summary>Where and how the shape lies.</summary>
        public Transform Transform;
        /// <summary>A hitmask_collider_kind. How it takes part.</summary>
        public ColliderKind Kind;
        /// <summary>The layers that it is on, and those that it meets, 32 bits each.</summary>
        public Layers Layers;
        /// <summary>Colliders of the same group never meet. 0 is no group.</summary>
        public uint Group;
        /// <summary>Only colliders of the same space meet.</summary>
        public uint Space;
        /// <summary>Its place in the drawing order, for picking: higher is on top.</summary>
        public int Order;
        /// <summary>Yours: a number that events carry.</summary>
        public ulong Data;
        /// <summary>Whether it meets anything at all.</summary>
        public NativeBool Enabled;
        /// <summary>Whether steps look at its whole path since the last step, so that it passes through nothing.</summary>
        public NativeBool Swept;
        /// <summary>Whether only the first of its new touches in a step counts: by their times, those without a time at the end.</summary>
        public NativeBool FirstOnly;
        /// <summary>A hitmask_direction. Where up is for a character or a crate. None if it is seen from above: then there is no floor, and
        /// every blocker is a wall.</summary>
        public Direction Up;
        /// <summary>A hitmask_direction. The side from which one comes onto a one-way collider. It refuses only steps against that
        /// side.</summary>
        public Direction OpenSide;
        /// <summary>Whether it stands on whole pixels and keeps the rest of its position as a remainder.</summary>
        public NativeBool WholePixels;
    }

    /// <summary>The labels of the first pixel that two things share.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct LabelHit
    {
        /// <summary>The label of the one who asked, and that of the other. 0 if it has no labels.</summary>
        public byte LabelA;
        /// <summary>That of b, or of the other one.</summary>
        public byte LabelB;
        /// <summary>The pixel.</summary>
        public Point Pixel;
    }

    /// <summary>Two labels that meet, one of each side.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct LabelOverlap
    {
        /// <summary>The label of the one who asked, and that of the other. 0 if it has no labels.</summary>
        public byte LabelA;
        /// <summary>That of b, or of the other one.</summary>
        public byte LabelB;
        /// <summary>In how many pixels they meet.</summary>
        public ulong Pixels;
        /// <summary>The first of these.</summary>
        public Point First;
    }

    /// <summary>Where two colliders touch. What the options of the world do not ask for is missing.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Touch
    {
        /// <summary>The first world pixel that both cover.</summary>
        public Point First;
        /// <summary>How many world pixels both cover. 0 if not asked for.</summary>
        public ulong Area;
        /// <summary>Whether bounds is there.</summary>
        public NativeBool HasBounds;
        /// <summary>The smallest rectangle around the pixels that both cover.</summary>
        public Rect Bounds;
        /// <summary>Whether normal is there.</summary>
        public NativeBool HasNormal;
        /// <summary>The direction from a to b.</summary>
        public Point Normal;
        /// <summary>Whether separation is there.</summary>
        public NativeBool HasSeparation;
        /// <summary>The shortest way out: move b by it.</summary>
        public Point Separation;
        /// <summary>Whether labels is there.</summary>
        public NativeBool HasLabels;
        /// <summary>The labels of a and b at the first pixel. 0 if it has no labels.</summary>
        public byte LabelA;
        /// <summary>That of b, or of the other one.</summary>
        public byte LabelB;
    }

    /// <summary>What happened between two colliders in a step. Always a &lt; b.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Event
    {
        /// <summary>A hitmask_event_kind. What happened.</summary>
        public EventKind Kind;
        /// <summary>The collider with the lower handle.</summary>
        public Handle A;
        /// <summary>The collider with the higher handle.</summary>
        public Handle B;
        /// <summary>The data of a and of b.</summary>
        public ulong DataA;
        /// <summary>That of b, or of the other one.</summary>
        public ulong DataB;
        /// <summary>The number of the step in which they began to touch.</summary>
        public ulong Since;
        /// <summary>Whether touch is there.</summary>
        public NativeBool HasTouch;
        /// <summary>Where they touch. Missing if they ceased to touch.</summary>
        public Touch Touch;
        /// <summary>Whether time is there.</summary>
        public NativeBool HasTime;
        /// <summary>When they first touched on the way from the last step to this one. Only for pairs with a swept collider.</summary>
        public Time Time;
        /// <summary>Whether the path of one of the two was not followed exactly.</summary>
        public NativeBool Approximate;
        /// <summary>Whether hit is there.</summary>
        public NativeBool HasHit;
        /// <summary>Which labels met first, and where: at the time, if there is one. Only if the options of the world ask for labels, and
        /// they began to touch or met on the way.</summary>
        public LabelHit Hit;
    }

    /// <summary>A collider that touches the one that was asked about, or the probe.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Contact
    {
        /// <summary>The collider.</summary>
        public Handle Handle;
        /// <summary>Its data.</summary>
        public ulong Data;
        /// <summary>Where they touch.</summary>
        public Touch Touch;
    }

    /// <summary>The collider that is nearest to a pixel.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Nearest
    {
        /// <summary>The collider.</summary>
        public Handle Handle;
        /// <summary>Its data.</summary>
        public ulong Data;
        /// <summary>Its nearest pixel.</summary>
        public Point Pixel;
        /// <summary>The squared distance, from centre to centre.</summary>
        public ulong Squared;
    }

    /// <summary>The first collider on a line of pixels.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct LineHit
    {
        /// <summary>The collider.</summary>
        public Handle Handle;
        /// <summary>Its data.</summary>
        public ulong Data;
        /// <summary>The first pixel of the line that it covers.</summary>
        public Point Pixel;
        /// <summary>How many pixels of the line come before.</summary>
        public ulong Steps;
    }

    /// <summary>What a straight motion meets.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Cast
    {
        /// <summary>HITMASK_MISS or HITMASK_INITIAL_OVERLAP or HITMASK_HIT. What it does not have is 0.</summary>
        public Outcome Outcome;
        /// <summary>When. From 0 to 1, without 1. Touching exactly at the end is a miss.</summary>
        public Time Time;
        /// <summary>The first pixel of the resting shape among those that are met at that time.</summary>
        public Point Point;
        /// <summary>The direction against the motion, on each axis on which the overlap with that pixel begins exactly then.</summary>
        public Point Normal;
    }

    /// <summary>The collider that a ray meets.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct RayHit
    {
        /// <summary>The collider.</summary>
        public Handle Handle;
        /// <summary>Its data.</summary>
        public ulong Data;
        /// <summary>When and where.</summary>
        public Cast Cast;
    }

    /// <summary>A collider that a motion meets, by raster.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct CastHit
    {
        /// <summary>The collider.</summary>
        public Handle Handle;
        /// <summary>Its data.</summary>
        public ulong Data;
        /// <summary>When they first cover the same pixel: a part of the motion. 0 if they overlap at the start.</summary>
        public Time Time;
        /// <summary>The first pixel that both cover then: the topmost, then the leftmost.</summary>
        public Point Pixel;
        /// <summary>The direction against the motion, on each axis that changed then: -1, 0 or 1. (0, 0) if they overlap at the
        /// start.</summary>
        public Point Normal;
        /// <summary>Whether free is there.</summary>
        public NativeBool HasFree;
        /// <summary>The last free position, one step before the hit. There is none if they overlap at the start.</summary>
        public PointQ16 Free;
    }

    /// <summary>A collider that a motion with a turn meets or may meet. The times are proven.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct TurningHit
    {
        /// <summary>The collider.</summary>
        public Handle Handle;
        /// <summary>Its data.</summary>
        public ulong Data;
        /// <summary>Before this time, and at it, they share no pixel. 0 if they overlap at the start.</summary>
        public Time FreeUntil;
        /// <summary>Whether overlapping_at is there.</summary>
        public NativeBool HasOverlappingAt;
        /// <summary>A time at which they share a pixel. There is none if none was found, and none could be ruled out.</summary>
        public Time OverlappingAt;
        /// <summary>Whether pixel is there.</summary>
        public NativeBool HasPixel;
        /// <summary>The first pixel that both cover then.</summary>
        public Point Pixel;
        /// <summary>Whether free is there.</summary>
        public NativeBool HasFree;
        /// <summary>Where it is when it is free for the last time. There is none if they overlap at the start.</summary>
        public Transform Free;
    }

    /// <summary>An id that a shape meets in a collision buffer.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct BufferOverlap
    {
        /// <summary>The id.</summary>
        public uint Id;
        /// <summary>How many of the shape's pixels hold it.</summary>
        public ulong Area;
        /// <summary>The first of these: the topmost, then the leftmost.</summary>
        public Point First;
    }

    /// <summary>A connected part of a mask, or a piece of a terrain that nothing holds.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Component
    {
        /// <summary>How many pixels it has.</summary>
        public ulong Area;
        /// <summary>The smallest rectangle around them.</summary>
        public Rect Bounds;
        /// <summary>The first of them: the topmost, then the leftmost.</summary>
        public Point First;
    }

    /// <summary>Exact sums over the solid pixels, for the centroid and the main axis.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Moments
    {
        /// <summary>The number of pixels.</summary>
        public ulong Area;
        /// <summary>The sum of x.</summary>
        public ulong X;
        /// <summary>The sum of y.</summary>
        public ulong Y;
        /// <summary>The sum of x * x.</summary>
        public ulong Xx;
        /// <summary>The sum of x * y.</summary>
        public ulong Xy;
        /// <summary>The sum of y * y.</summary>
        public ulong Yy;
    }

    /// <summary>What a pose cache has done, and what it holds.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct CacheStats
    {
        /// <summary>Requests that were answered with a kept mask.</summary>
        public ulong Hits;
        /// <summary>Requests for which a mask was drawn.</summary>
        public ulong Misses;
        /// <summary>Masks that were dropped to stay within the limit.</summary>
        public ulong Evictions;
        /// <summary>Masks that are kept now.</summary>
        public UIntPtr Entries;
        /// <summary>Their memory in bytes.</summary>
        public UIntPtr Bytes;
    }

    /// <summary>What an edit of a terrain changed.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Change
    {
        /// <summary>How many pixels changed.</summary>
        public ulong Pixels;
        /// <summary>The smallest rectangle around them. Empty if there is none.</summary>
        public Rect Bounds;
    }

    /// <summary>What a cell shows. The diagonal flip comes first; a quarter turn clockwise is diagonal and x.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct TileCell
    {
        /// <summary>The id of the tile in its set.</summary>
        public uint Tile;
        /// <summary>Whether left and right are exchanged.</summary>
        public NativeBool FlipX;
        /// <summary>Whether top and bottom are exchanged.</summary>
        public NativeBool FlipY;
        /// <summary>Whether x and y are exchanged, before the other flips.</summary>
        public NativeBool Diagonal;
    }

    /// <summary>A tile that a shape meets.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct TileOverlap
    {
        /// <summary>The column and the row of its cell.</summary>
        public Point Cell;
        /// <summary>The tile's id and its flips.</summary>
        public TileCell Tile;
        /// <summary>A hitmask_tile_kind. What the tile is for.</summary>
        public TileKind Kind;
        /// <summary>The tile's own number.</summary>
        public ulong Number;
        /// <summary>How many of the tile's pixels the shape meets. Where pictures lie over each other, a pixel counts for each of
        /// them.</summary>
        public ulong Area;
        /// <summary>The first of these pixels, in pixels of the map.</summary>
        public Point First;
    }

    /// <summary>A collider that refuses one more step.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Blocker
    {
        /// <summary>Whether there is any. Otherwise the rest is 0.</summary>
        public NativeBool Found;
        /// <summary>The collider.</summary>
        public Handle Handle;
        /// <summary>Its data.</summary>
        public ulong Data;
        /// <summary>Its pixel that refuses the step.</summary>
        public Point Pixel;
        /// <summary>The direction against the step.</summary>
        public Point Normal;
    }

    /// <summary>What refuses one more step.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Stop
    {
        /// <summary>Whether there is any. Otherwise the rest is 0.</summary>
        public NativeBool Found;
        /// <summary>The number of the obstacle.</summary>
        public UIntPtr Index;
        /// <summary>The world pixel that refuses the step.</summary>
        public Point Pixel;
        /// <summary>The direction against the step.</summary>
        public Point Normal;
    }

    /// <summary>Where a motion led.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Moved
    {
        /// <summary>Where it is now, with the remainder. Pass it to the next move.</summary>
        public PointQ16 Position;
        /// <summary>The motion, but 0 on an axis that was stopped.</summary>
        public PointQ16 Velocity;
        /// <summary>What it stands on.</summary>
        public Stop Floor;
        /// <summary>What refuses one more step up.</summary>
        public Stop Ceiling;
        /// <summary>What refuses one more step sideways.</summary>
        public Stop Wall;
        /// <summary>Whether stuck is there.</summary>
        public NativeBool IsStuck;
        /// <summary>The number of the solid that it overlapped at the start. Then it did not move.</summary>
        public UIntPtr Stuck;
    }

    /// <summary>Where a motion led a character among colliders.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Slid
    {
        /// <summary>Where it is now.</summary>
        public PointQ16 Position;
        /// <summary>The motion, but 0 on an axis that was stopped.</summary>
        public PointQ16 Velocity;
        /// <summary>What it stands on, its support: of several, what is under the most of it; of equals, the lowest handle.</summary>
        public Blocker Floor;
        /// <summary>What refuses one more step up. Of several, the lowest handle.</summary>
        public Blocker Ceiling;
        /// <summary>What refuses one more step sideways. Of several, the lowest handle.</summary>
        public Blocker Wall;
        /// <summary>Whether stuck is there.</summary>
        public NativeBool IsStuck;
        /// <summary>The body that it overlapped at the start. Then it did not move.</summary>
        public Handle Stuck;
    }

    /// <summary>The colliders of a tile map in a world.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct TileColliders
    {
        /// <summary>The root, with the tiles that are ground.</summary>
        public Handle Body;
        /// <summary>Whether one_way is there.</summary>
        public NativeBool HasOneWay;
        /// <summary>Its part with the one-way tiles that are open above.</summary>
        public Handle OneWay;
        /// <summary>Whether one_way_right is there.</summary>
        public NativeBool HasOneWayRight;
        /// <summary>Its part with those that are open to the right.</summary>
        public Handle OneWayRight;
        /// <summary>Whether one_way_down is there.</summary>
        public NativeBool HasOneWayDown;
        /// <summary>Its part with those that are open below.</summary>
        public Handle OneWayDown;
        /// <summary>Whether one_way_left is there.</summary>
        public NativeBool HasOneWayLeft;
        /// <summary>Its part with those that are open to the left.</summary>
        public Handle OneWayLeft;
        /// <summary>Whether sensor is there.</summary>
        public NativeBool HasSensor;
        /// <summary>Its part with the tiles that are sensors.</summary>
        public Handle Sensor;
    }

    /// <summary>The slope of the ground under a collider's feet: rise over run.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Slope
    {
        /// <summary>How many columns the right end of the ground lies to the right of its left end.</summary>
        public uint Run;
        /// <summary>How many pixels it lies higher there. Negative if it goes down to the right.</summary>
        public int Rise;
    }

    /// <summary>What the last step did.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct WorldStats
    {
        /// <summary>Colliders in the world.</summary>
        public UIntPtr Colliders;
        /// <summary>Pairs whose layers agree and whose boxes share a pixel.</summary>
        public UIntPtr Candidates;
        /// <summary>Candidates that the filter of the step refused.</summary>
        public UIntPtr Refused;
        /// <summary>Candidates that a test of their own decided.</summary>
        public UIntPtr Custom;
        /// <summary>Candidates that were decided without testing pixels.</summary>
        public UIntPtr EarlyOuts;
        /// <summary>Candidates whose pixels were compared.</summary>
        public UIntPtr Tests;
        /// <summary>Pairs that touch.</summary>
        public UIntPtr Touching;
        /// <summary>Pictures that were drawn.</summary>
        public UIntPtr Drawn;
        /// <summary>Pictures that another collider had drawn already.</summary>
        public UIntPtr Shared;
        /// <summary>Candidates whose pictures were too large to be kept.</summary>
        public UIntPtr Undrawn;
    }

    /// <summary>What a motion by whole pixels meets.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct StepCast
    {
        /// <summary>HITMASK_MISS or HITMASK_INITIAL_OVERLAP or HITMASK_HIT. What it does not have is 0.</summary>
        public Outcome Outcome;
        /// <summary>How many steps are free.</summary>
        public uint Steps;
        /// <summary>The offset after these.</summary>
        public Point Offset;
        /// <summary>The first pixel of the overlap after the next step.</summary>
        public Point Point;
    }

    /// <summary>What a turning motion meets: two times, proven, with the first overlap between them.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct PosedCast
    {
        /// <summary>HITMASK_MISS or HITMASK_INITIAL_OVERLAP or HITMASK_HIT or HITMASK_UNCLEAR. What it does not have is 0.</summary>
        public Outcome Outcome;
        /// <summary>Until then the motion is free.</summary>
        public Time FreeUntil;
        /// <summary>At that time they overlap.</summary>
        public Time OverlappingAt;
    }

    /// <summary>Whether something fits.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Fit
    {
        /// <summary>HITMASK_FREE or HITMASK_MOVED or HITMASK_STUCK. What it does not have is 0.</summary>
        public FitKind Kind;
        /// <summary>The least move that frees it, in whole pixels: (0, 0) if it is free.</summary>
        public Point By;
        /// <summary>The body that it is stuck in.</summary>
        public Handle Handle;
    }

    /// <summary>Two masks at an offset: a question of hitmask_masks_overlap_batch.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct MaskPair
    {
        /// <summary>The mask at the origin.</summary>
        public IntPtr A;
        /// <summary>The mask at the offset.</summary>
        public IntPtr B;
        /// <summary>The origin of b minus the origin of a.</summary>
        public Point Offset;
    }

    /// <summary>A run of solid pixels in a row: from start up to, and without, end.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Run
    {
        /// <summary>The first column.</summary>
        public ushort Start;
        /// <summary>The column after the last.</summary>
        public ushort End;
    }

    /// <summary>A frame of an animation.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Frame
    {
        /// <summary>Its solid pixels. They are shared, so you may free or change your mask afterwards.</summary>
        public IntPtr Mask;
        /// <summary>Where the mask's upper left pixel lies in the whole picture. Not (0, 0) if the frame was trimmed.</summary>
        public Point Offset;
    }

    /// <summary>A text in UTF-8. It does not end with a zero byte: print it with "%.*s" and (int)length. It lies in the pack, so it is good
    /// until the pack is freed.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Text
    {
        /// <summary>The first byte.</summary>
        public byte* Data;
        /// <summary>How many bytes there are.</summary>
        public UIntPtr Length;
    }

    /// <summary>What a pack knows about an entry.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct PackEntry
    {
        /// <summary>Its name. No other entry has it.</summary>
        public Text Name;
        /// <summary>The number of the sprite that it is a frame of.</summary>
        public UIntPtr Sprite;
        /// <summary>The number of the frame in its sprite.</summary>
        public UIntPtr Frame;
        /// <summary>The width of the frame, and of its mask.</summary>
        public uint W;
        /// <summary>The height of the frame, and of its mask.</summary>
        public uint H;
        /// <summary>The smallest rectangle around what is solid, or around what has an alpha above 0. Empty if there is nothing.</summary>
        public Rect Trim;
        /// <summary>Whether it keeps the alpha of every pixel. Otherwise it keeps which pixels are solid.</summary>
        public NativeBool HasAlpha;
        /// <summary>The least alpha that is solid.</summary>
        public byte Level;
        /// <summary>Whether it has an outline.</summary>
        public NativeBool HasOutline;
        /// <summary>Whether it has a pivot.</summary>
        public NativeBool HasPivot;
        /// <summary>The point by which the frame is placed, measured from its upper left corner.</summary>
        public PointQ16 Pivot;
        /// <summary>Whether it has a duration.</summary>
        public NativeBool HasDuration;
        /// <summary>How long the frame is shown, in nanoseconds.</summary>
        public ulong Duration;
    }

    /// <summary>What a pack knows about a sprite: the frames of one picture, atlas or document.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct PackSprite
    {
        /// <summary>Its name: the path of the source.</summary>
        public Text Name;
        /// <summary>How many frames it has: one or more.</summary>
        public UIntPtr FrameCount;
        /// <summary>How many tags it has.</summary>
        public UIntPtr TagCount;
    }

    /// <summary>A named animation of a sprite.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct PackTag
    {
        /// <summary>Its name. Several tags may have the same.</summary>
        public Text Name;
        /// <summary>How many frames it shows: one or more.</summary>
        public UIntPtr FrameCount;
        /// <summary>A hitmask_tag_direction.</summary>
        public TagDirection Direction;
        /// <summary>How many times it is played; 0 is without end.</summary>
        public uint Repeat;
    }

    /// <summary>A named rectangle of a sprite, as it lies in one frame.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct PackSlice
    {
        /// <summary>Its name. Several slices may have the same.</summary>
        public Text Name;
        /// <summary>Where it lies in the frame.</summary>
        public Rect Rect;
        /// <summary>Whether it has a pivot.</summary>
        public NativeBool HasPivot;
        /// <summary>Its pivot, measured from the upper left corner of the rectangle.</summary>
        public PointQ16 Pivot;
    }

    /// <summary>How far apart two shapes are.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Closest
    {
        /// <summary>Whether they overlap. Then the rest is 0.</summary>
        public NativeBool Overlapping;
        /// <summary>The squared length of the gap between the nearest pixels, as squares: 0 if they touch.</summary>
        public ulong Squared;
        /// <summary>The nearest pixel of a, in a's own coordinates; in the world, if the shapes are placed.</summary>
        public Point A;
        /// <summary>The nearest pixel of b, in b's own coordinates; in the world, if the shapes are placed.</summary>
        public Point B;
    }

    /// <summary>A ring of an outline. Its corners are corners of pixels: (x, y) is the upper left corner of pixel (x, y).</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Ring
    {
        /// <summary>Its corners. The edge from the last to the first closes the ring. Solid is always on the right. They live as long as
        /// the outline.</summary>
        public Point* Points;
        /// <summary>How many they are.</summary>
        public UIntPtr Count;
        /// <summary>Whether it is the rim of a hole.</summary>
        public NativeBool Hole;
        /// <summary>Whether it lies in another ring.</summary>
        public NativeBool HasParent;
        /// <summary>The number of that ring.</summary>
        public UIntPtr Parent;
    }

    /// <summary>Edges of a terrain, as bits.</summary>
    public enum TerrainEdges
    {
        /// <summary>The leftmost column.</summary>
        Left = 1,
        /// <summary>The rightmost column.</summary>
        Right = 2,
        /// <summary>The topmost row.</summary>
        Top = 4,
        /// <summary>The lowest row.</summary>
        Bottom = 8,
    }

    /// <summary>Which pieces of a terrain hold by themselves. All other pieces are islands. Begin with
    /// hitmask_island_options_default.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct IslandOptions
    {
        /// <summary>The edges that hold what touches them: hitmask_terrain_edges, added up.</summary>
        public uint Anchors;
        /// <summary>A hitmask_connectivity.</summary>
        public Connectivity Connectivity;
        /// <summary>Pixels that hold their pieces.</summary>
        public Point* AnchorPoints;
        /// <summary>How many they are.</summary>
        public UIntPtr AnchorPointCount;
        /// <summary>Whether the largest piece holds.</summary>
        public NativeBool AnchorLargest;
        /// <summary>Pieces of at least so many pixels hold. 0: size does not matter.</summary>
        public ulong AnchorArea;
        /// <summary>Smaller islands are not reported.</summary>
        public ulong MinArea;
    }

    /// <summary>Which motions an obstacle stops.</summary>
    public enum ObstacleKind
    {
        /// <summary>All.</summary>
        Solid = 0,
        /// <summary>Only steps down onto it: a platform to jump through.</summary>
        OneWayPlatform = 1,
        /// <summary>Only steps to the left, onto its right side.</summary>
        OneWayRight = 2,
        /// <summary>Only steps up, onto its lower side.</summary>
        OneWayDown = 3,
        /// <summary>Only steps to the right, onto its left side.</summary>
        OneWayLeft = 4,
    }

    /// <summary>What a character cannot walk through.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Obstacle
    {
        /// <summary>The shape and its pose.</summary>
        public Placed Placed;
        /// <summary>How far it is moved from there.</summary>
        public PointQ16 Position;
        /// <summary>A hitmask_obstacle_kind.</summary>
        public ObstacleKind Kind;
    }

    /// <summary>A frame of an animation with labels.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct LabelFrame
    {
        /// <summary>Its labels. They are shared, so you may free or change your label mask afterwards.</summary>
        public IntPtr Labels;
        /// <summary>Where the upper left pixel lies in the whole picture. Not (0, 0) if the frame was trimmed.</summary>
        public Point Offset;
    }

    /// <summary>A straight segment of a path that is not straight.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct PathSegment
    {
        /// <summary>The position at time 0, if all of the step went like this segment.</summary>
        public PointQ16 From;
        /// <summary>The position at time 1, if all of the step went like this segment.</summary>
        public PointQ16 To;
        /// <summary>When the segment ends, from 0 to 1. Ignored for the last segment.</summary>
        public Time Until;
        /// <summary>Whether the collider is on the next segment at that time already. Otherwise it is still on this one.</summary>
        public NativeBool Before;
    }

    /// <summary>The path of a collider since the last step.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct StepPath
    {
        /// <summary>The collider.</summary>
        public Handle Handle;
        /// <summary>The segments of its path, in order. The last one must lead to its position.</summary>
        public PathSegment* Segments;
        /// <summary>How many they are.</summary>
        public UIntPtr Count;
    }

    /// <summary>Two colliders that touch.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Pair
    {
        /// <summary>The collider with the lower handle.</summary>
        public Handle A;
        /// <summary>The collider with the higher handle.</summary>
        public Handle B;
    }

    /// <summary>What a custom test says about a pair.</summary>
    public enum Verdict
    {
        /// <summary>Nothing: the test of the other collider decides, or the pixels. Numbers that are no hitmask_verdict mean the
        /// same.</summary>
        Undecided = 0,
        /// <summary>They don't touch.</summary>
        Apart = 1,
        /// <summary>They touch, as the test has written.</summary>
        Touching = 2,
    }

    /// <summary>A collider that a custom test is asked about.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Member
    {
        /// <summary>Its handle.</summary>
        public Handle Handle;
        /// <summary>The collider. Its shape has a kind, but no object.</summary>
        public Collider Collider;
    }

    /// <summary>A custom test.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct CustomTest
    {
        /// <summary>The test. It must not be NULL.</summary>
        public IntPtr Test;
        /// <summary>The box in which it is asked. NULL is the box around the collider's pixels.</summary>
        public IntPtr Reach;
        /// <summary>Yours. It must stay usable as long as the test is in the world, in a clone of it, or in a snapshot: on every thread
        /// that uses these, and by several at a time if they do.</summary>
        public IntPtr User;
    }

    /// <summary>What a hitmask_probe is.</summary>
    public enum ProbeKind
    {
        /// <summary>A shape under a pose.</summary>
        Placed = 0,
        /// <summary>The pixels of a line from one pixel to another, both included.</summary>
        Line = 1,
        /// <summary>A pixel.</summary>
        Point = 2,
    }

    /// <summary>A shape to ask about. Make it with hitmask_probe_placed, hitmask_probe_line or hitmask_probe_point.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Probe
    {
        /// <summary>A hitmask_probe_kind.</summary>
        public ProbeKind Kind;
        /// <summary>The shape of HITMASK_PROBE_PLACED. Alpha sums and animations are shapes here, too.</summary>
        public Placed Placed;
        /// <summary>The first end of the line, or the pixel.</summary>
        public Point From;
        /// <summary>The other end of the line.</summary>
        public Point To;
    }

    /// <summary>What a moving solid did. The lists are the world's; they are good until the next call that takes the world without
    /// const.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct SolidMoved
    {
        /// <summary>Where it is now.</summary>
        public PointQ16 Position;
        /// <summary>The characters that it pushed.</summary>
        public Handle* Pushed;
        /// <summary>How many they are.</summary>
        public UIntPtr PushedCount;
        /// <summary>The characters that rode it.</summary>
        public Handle* Carried;
        /// <summary>How many they are.</summary>
        public UIntPtr CarriedCount;
        /// <summary>The characters that could not step aside. It overlaps them.</summary>
        public Handle* Crushed;
        /// <summary>How many they are.</summary>
        public UIntPtr CrushedCount;
    }

    /// <summary>A tile of a set.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct TileDef
    {
        /// <summary>Its id, below 2^20. In numbers as Tiled writes them 0 is an empty cell, so let ids begin with 1 there.</summary>
        public uint Id;
        /// <summary>Its solid pixels. They are shared, so you may free or change your mask afterwards.</summary>
        public IntPtr Mask;
        /// <summary>A hitmask_tile_kind. Not HITMASK_TILE_ALL.</summary>
        public TileKind Kind;
        /// <summary>A number of yours: an index into your own table, or some flags.</summary>
        public ulong Number;
        /// <summary>Moves the picture in its cell, at most 4095 pixels. Flips don't change it.</summary>
        public Point Offset;
    }

    /// <summary>A cell that is not empty.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct FilledCell
    {
        /// <summary>Its column and its row.</summary>
        public Point Cell;
        /// <summary>What it shows.</summary>
        public TileCell Tile;
    }

    /// <summary>Every function of hitmask.h.</summary>
    public static unsafe partial class Native
    {
        /// <summary>What a status means, in a few words of English. Never NULL; it needs no freeing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* hitmask_status_message(int status);

        /// <summary>The version of the library that runs, such as "0.1.0". Never NULL; it needs no freeing. The macros
        /// HITMASK_VERSION_MAJOR, _MINOR and _PATCH are the version of the header.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* hitmask_version();

        /// <summary>An angle in degrees.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Angle hitmask_degrees(double degrees);

        /// <summary>An angle in radians.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Angle hitmask_radians(double radians);

        /// <summary>An angle of some of equal parts of a turn: (1, 8) is 45 degrees.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Angle hitmask_steps(int step, uint of);

        /// <summary>A position in pixels, rounded to 1/65536. HITMASK_OUT_OF_RANGE if it is not finite or beyond 2^31 pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_point_q16_from(double x, double y, PointQ16* @out);

        /// <summary>The parts of the identity: position, shear and pivot 0, no rotation, scale 1.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern PoseParts hitmask_pose_parts_default();

        /// <summary>The upright pose with the sprite's upper left corner on a pixel.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Pose hitmask_pose_at(int x, int y);

        /// <summary>The pose that parts make. The same parts make the same pose on every machine.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pose_from_parts(PoseParts* parts, Pose* @out, Error* error);

        /// <summary>The pose of a matrix a, b, c, d, tx, ty in pixels, each rounded to 1/65536. The array has six numbers.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pose_from_matrix(double* matrix, Pose* @out, Error* error);

        /// <summary>The pose of a sprite that lies under a pose in the plane of another one, which lies under `outer`: a gun in the picture
        /// of an arm. Each number is rounded once.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pose_then(Pose* pose, Pose* outer, Pose* @out, Error* error);

        /// <summary>Where a point of the sprite, in texels, lies in the world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pose_point_at(Pose* pose, Vector texel, Vector* @out);

        /// <summary>The texel under the centre of a world pixel: which pixel of the sprite it shows. It may lie outside the
        /// sprite.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pose_texel_at(Pose* pose, Point pixel, long* x, long* y);

        /// <summary>The upright transform at a position.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Transform hitmask_transform_at(Vector position);

        /// <summary>The transform of parts.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Transform hitmask_transform_from_parts(PoseParts parts);

        /// <summary>The transform of a matrix.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Transform hitmask_transform_from_pose(Pose pose);

        /// <summary>The shape of a mask.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Shape hitmask_shape_mask(Mask mask);

        /// <summary>The shape of a run mask.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Shape hitmask_shape_runs(RunMask runs);

        /// <summary>The shape of the pixels of an alpha mask whose alpha is at least the level.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Shape hitmask_shape_level(AlphaMask alpha, byte level);

        /// <summary>The shape of an alpha mask that meets others by alpha sum. Only for colliders of a world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Shape hitmask_shape_alpha_sum(AlphaMask alpha);

        /// <summary>The shape of a rectangle.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Shape hitmask_shape_rect(Rect rect);

        /// <summary>The shape of a circle.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Shape hitmask_shape_circle(Circle circle);

        /// <summary>The shape of a polygon.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Shape hitmask_shape_polygon(Polygon polygon);

        /// <summary>The shape of a terrain.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Shape hitmask_shape_terrain(Terrain terrain);

        /// <summary>The shape of the tiles of some kinds of a map. With HITMASK_TILE_ALL it is that of all its tiles.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Shape hitmask_shape_tiles(TileMap map, uint kinds);

        /// <summary>The shape of an animation, of which one frame is shown at a time. Only for colliders of a world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Shape hitmask_shape_frames(Frames frames);

        /// <summary>The shape that a collider of a world had.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Shape hitmask_shape_kept(KeptShape kept);

        /// <summary>Frees it. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_kept_shape_free(IntPtr kept);

        /// <summary>A mask with every pixel solid.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_filled(uint w, uint h, IntPtr* @out);

        /// <summary>A mask from alphas, one byte a pixel: solid where the alpha is at least the threshold.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_from_alpha(uint w, uint h, byte* alpha, UIntPtr pitch, byte threshold, IntPtr* @out);

        /// <summary>A mask from four bytes a pixel, of which the fourth is the alpha (RGBA or BGRA): solid where the alpha is at least the
        /// threshold.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_from_rgba8(uint w, uint h, byte* rgba, UIntPtr pitch, byte threshold, IntPtr* @out);

        /// <summary>A mask from three bytes a pixel: solid where a channel differs from the key colour by more than the
        /// tolerance.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_from_color_key(uint w, uint h, byte* rgb, UIntPtr pitch, byte red, byte green, byte blue, byte tolerance, IntPtr* @out);

        /// <summary>A mask from palette indices, one byte a pixel: solid where the index is not the transparent one.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_from_indexed(uint w, uint h, byte* indices, UIntPtr pitch, byte transparent, IntPtr* @out);

        /// <summary>A mask from bits. Each row takes (w + 7) / 8 bytes; the highest bit of a byte is its leftmost pixel. Bits past the
        /// width are ignored.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_from_bits(uint w, uint h, byte* bits, UIntPtr pitch, IntPtr* @out);

        /// <summary>A mask from polygons in whole pixels: the corners of all rings one after the other, and how many corners each ring has.
        /// The rule is a hitmask_fill_rule.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_from_polygons(uint w, uint h, Point* corners, UIntPtr corner_count, UIntPtr* ring_lengths, UIntPtr ring_count, int rule, IntPtr* @out);

        /// <summary>Frees a mask. NULL does nothing. Worlds that the mask was put into keep its pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_mask_free(IntPtr mask);

        /// <summary>How many bytes of memory it takes, with what was computed about it and kept.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_memory(Mask mask, UIntPtr* @out);

        /// <summary>Makes a pixel solid or clear. HITMASK_OUT_OF_RANGE if it lies outside.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_set(Mask mask, Point pixel, NativeBool solid);

        /// <summary>Scaled to a size. Each pixel takes the nearest of the old ones.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_scale_nearest(Mask mask, uint w, uint h, IntPtr* @out);

        /// <summary>As hitmask_mask_overlap_mask, into an existing mask, whose old pixels and size are replaced. If that has the size of a,
        /// nothing is allocated. It may be one of the two masks itself.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_overlap_mask_into(Mask a, Mask b, Point offset, Mask to);

        /// <summary>Answers many questions in one call: answer i is whether any pixel is solid in both masks of pair i. The arrays are
        /// yours. If one pointer is NULL, no answer is written.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_masks_overlap_batch(MaskPair* pairs, UIntPtr count, NativeBool* answers);

        /// <summary>A mask with no solid pixel. HITMASK_TOO_LARGE if a side is above 65535.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_new(uint w, uint h, IntPtr* @out);

        /// <summary>A copy with pixels of its own.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_clone(Mask mask, IntPtr* @out);

        /// <summary>Whether two masks have the same size and the same pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_equals(Mask a, Mask b, NativeBool* @out);

        /// <summary>The width and the height in pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_size(Mask mask, uint* w, uint* h);

        /// <summary>The number of solid pixels. Reads every word.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_count(Mask mask, ulong* @out);

        /// <summary>The smallest rectangle that contains all solid pixels. Not found if no pixel is solid. Takes constant time for a mask
        /// in which no pixel was cleared since it was made; otherwise it may read every word.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_bounds(Mask mask, Rect* @out, NativeBool* found);

        /// <summary>The mean of the coordinates of the solid pixels, each rounded down. Not found if no pixel is solid.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_centroid(Mask mask, Point* @out, NativeBool* found);

        /// <summary>Whether the pixel is solid. False outside the mask. Takes constant time.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_get(Mask mask, Point pixel, NativeBool* @out);

        /// <summary>The pixels as bits, in the form of hitmask_mask_from_bits without padding: h rows of (w + 7) / 8 bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_to_bits(Mask mask, byte* bits, UIntPtr capacity, UIntPtr* count);

        /// <summary>The solid pixels, row by row from the top, left to right.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_points(Mask mask, Point* points, UIntPtr capacity, UIntPtr* count);

        /// <summary>Makes every pixel clear.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_clear(Mask mask);

        /// <summary>Makes every pixel solid.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_fill(Mask mask);

        /// <summary>Makes solid pixels clear and clear pixels solid.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_invert(Mask mask);

        /// <summary>Makes the clear pixels solid that are enclosed by solid ones.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_fill_holes(Mask mask);

        /// <summary>Makes every pixel solid that is solid in the other shape. The shape may be this mask itself.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_union_with(Mask mask, Shape* other, Point offset);

        /// <summary>Clears every pixel that is not solid in the other shape.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_intersect_with(Mask mask, Shape* other, Point offset);

        /// <summary>Clears every pixel that is solid in the other shape.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_difference_with(Mask mask, Shape* other, Point offset);

        /// <summary>Toggles every pixel that is solid in the other shape.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_symmetric_difference_with(Mask mask, Shape* other, Point offset);

        /// <summary>A part of a mask as a new mask. Pixels of the rectangle that lie outside of the mask are clear.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_crop(Mask mask, Rect rect, IntPtr* @out);

        /// <summary>Mirrored: left becomes right.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_flip_h(Mask mask, IntPtr* @out);

        /// <summary>Mirrored: top becomes bottom.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_flip_v(Mask mask, IntPtr* @out);

        /// <summary>Turned clockwise by 90 degrees.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_rotate90(Mask mask, IntPtr* @out);

        /// <summary>Cut into nine slices and put together in another size. The corners keep their size; the slices between them are
        /// stretched or repeated. If the margins do not fit into the new size, they shrink in proportion. The fill is a hitmask_slice_fill.
        /// HITMASK_OUT_OF_RANGE if the margins are larger than the picture.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_nine_slice(Mask mask, Margins margins, uint w, uint h, int fill, IntPtr* @out);

        /// <summary>All pixels at most n pixels away, as a larger mask, and where its upper left pixel lies, in pixels of the old mask. The
        /// element is a hitmask_element.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_grow(Mask mask, uint n, int element, IntPtr* @out, Point* corner);

        /// <summary>All pixels that are more than n pixels away from every clear pixel, and the place of the result's corner. The element
        /// is a hitmask_element. As hitmask_mask_grow.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_shrink(Mask mask, uint n, int element, IntPtr* @out, Point* corner);

        /// <summary>Whether any pixel is solid in both masks.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_overlaps(Mask a, Mask b, Point offset, NativeBool* @out);

        /// <summary>How many pixels are solid in both masks.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_overlap_area(Mask a, Mask b, Point offset, ulong* @out);

        /// <summary>The first pixel that is solid in both masks, in a's pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_first_overlap(Mask a, Mask b, Point offset, Point* @out, NativeBool* found);

        /// <summary>The smallest rectangle around all pixels that are solid in both masks, in a's pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_overlap_bounds(Mask a, Mask b, Point offset, Rect* @out, NativeBool* found);

        /// <summary>All pixels that are solid in both masks, as a mask of a's size.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_overlap_mask(Mask a, Mask b, Point offset, IntPtr* @out);

        /// <summary>Alphas that are all 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_new(uint w, uint h, IntPtr* @out);

        /// <summary>From alphas, one byte a pixel.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_from_alpha(uint w, uint h, byte* alpha, UIntPtr pitch, IntPtr* @out);

        /// <summary>From four bytes a pixel, of which the fourth is the alpha.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_from_rgba8(uint w, uint h, byte* rgba, UIntPtr pitch, IntPtr* @out);

        /// <summary>Frees it. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_alpha_mask_free(IntPtr alpha);

        /// <summary>The alphas without padding: h rows of w bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_to_alpha(AlphaMask alpha, byte* to, UIntPtr capacity, UIntPtr* count);

        /// <summary>Sets the alpha of a pixel. HITMASK_OUT_OF_RANGE if it lies outside.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_set(AlphaMask alpha, Point pixel, byte to);

        /// <summary>An alpha mask with alpha 255 where the mask is solid and 0 elsewhere.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_from_mask(Mask mask, IntPtr* @out);

        /// <summary>A copy. Copies are cheap: the alphas are shared until one of the two is changed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_clone(AlphaMask alpha, IntPtr* @out);

        /// <summary>Whether two alpha masks have the same size and the same alphas.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_equals(AlphaMask a, AlphaMask b, NativeBool* @out);

        /// <summary>The width and the height in pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_size(AlphaMask alpha, uint* w, uint* h);

        /// <summary>The largest alpha; 0 if there are no pixels. Reads every byte. If it is below the level of a query, the sprite cannot
        /// collide in that query, even if you can see it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_max_alpha(AlphaMask alpha, byte* @out);

        /// <summary>The memory that it uses, in bytes: its fields, its pixels, and the copies that posed queries keep with it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_memory(AlphaMask alpha, UIntPtr* @out);

        /// <summary>The alpha of a pixel. 0 outside.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_get(AlphaMask alpha, Point pixel, byte* @out);

        /// <summary>The pixels whose alpha is at least the threshold, as a mask.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_to_mask(AlphaMask alpha, byte threshold, IntPtr* @out);

        /// <summary>Cut into nine slices and put together in another size. The corners keep their size; the slices between them are
        /// stretched or repeated. If the margins do not fit into the new size, they shrink in proportion. The fill is a
        /// hitmask_slice_fill.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_nine_slice(AlphaMask alpha, Margins margins, uint w, uint h, int fill, IntPtr* @out);

        /// <summary>Whether the two collide by alpha sum: at some pixel both alphas are above 0 and they add up to 255 or more.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_overlaps(AlphaMask a, AlphaMask b, Point offset, NativeBool* @out);

        /// <summary>The number of pixels that collide by alpha sum.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_overlap_area(AlphaMask a, AlphaMask b, Point offset, ulong* @out);

        /// <summary>The first pixel that collides by alpha sum, row by row from the top and from left to right; in a's pixels. Not found if
        /// no pixel collides.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_first_overlap(AlphaMask a, AlphaMask b, Point offset, Point* @out, NativeBool* found);

        /// <summary>The first pixel that collides by alpha sum, in a scan order of your choice; in a's pixels. Not found if no pixel
        /// collides. The order is a hitmask_scan_order.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_extreme_overlap(AlphaMask a, AlphaMask b, Point offset, int order, Point* @out, NativeBool* found);

        /// <summary>The smallest rectangle that contains all pixels that collide by alpha sum; in a's pixels. Not found if no pixel
        /// collides.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_overlap_bounds(AlphaMask a, AlphaMask b, Point offset, Rect* @out, NativeBool* found);

        /// <summary>The pixels that collide by alpha sum, row by row from the top, left to right; in a's pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_overlap_points(AlphaMask a, AlphaMask b, Point offset, Point* points, UIntPtr capacity, UIntPtr* count);

        /// <summary>The pixels that collide by alpha sum, as a mask of a's size.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_overlap_mask(AlphaMask a, AlphaMask b, Point offset, IntPtr* @out);

        /// <summary>Whether any world pixel meets by alpha sum, for two posed alpha masks.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_overlaps_posed(AlphaMask a, Pose* pose, AlphaMask b, Pose* other_pose, NativeBool* @out);

        /// <summary>How many world pixels meet by alpha sum, for two posed alpha masks.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_overlap_area_posed(AlphaMask a, Pose* pose, AlphaMask b, Pose* other_pose, ulong* @out);

        /// <summary>The first world pixel (the topmost, then the leftmost) that meets by alpha sum, for two posed alpha masks.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_first_overlap_posed(AlphaMask a, Pose* pose, AlphaMask b, Pose* other_pose, Point* @out, NativeBool* found);

        /// <summary>The smallest rectangle around all world pixels that meet by alpha sum, for two posed alpha masks.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_overlap_bounds_posed(AlphaMask a, Pose* pose, AlphaMask b, Pose* other_pose, Rect* @out, NativeBool* found);

        /// <summary>What a posed alpha mask shows in the world: the alphas, and the world pixel of the upper left one.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_alpha_mask_bake(AlphaMask alpha, Pose* pose, IntPtr* @out, Point* corner);

        /// <summary>A run mask from the runs of all rows, one after the other, and how many runs each of the h rows has. Within a row they
        /// go from left to right and do not touch.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_from_runs(uint w, uint h, Run* runs, UIntPtr run_count, UIntPtr* row_lengths, IntPtr* @out, Error* error);

        /// <summary>Frees it. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_run_mask_free(IntPtr runs);

        /// <summary>The runs of a row, from left to right. None if there is no such row.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_row(RunMask runs, uint row, Run* to, UIntPtr capacity, UIntPtr* count);

        /// <summary>The runs of a mask.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_from_mask(Mask mask, IntPtr* @out);

        /// <summary>A copy. Copies are cheap: the runs are shared until one of the two is changed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_clone(RunMask runs, IntPtr* @out);

        /// <summary>Whether two run masks have the same size and the same pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_equals(RunMask a, RunMask b, NativeBool* @out);

        /// <summary>The same pixels as bits.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_to_mask(RunMask runs, IntPtr* @out);

        /// <summary>The width and the height in pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_size(RunMask runs, uint* w, uint* h);

        /// <summary>The number of solid pixels. Reads every run.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_count(RunMask runs, ulong* @out);

        /// <summary>The number of runs in all rows.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_run_count(RunMask runs, UIntPtr* @out);

        /// <summary>The smallest rectangle that contains all solid pixels. Not found if no pixel is solid. Takes constant time.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_bounds(RunMask runs, Rect* @out, NativeBool* found);

        /// <summary>The mean of the coordinates of the solid pixels, each rounded down. Not found if no pixel is solid.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_centroid(RunMask runs, Point* @out, NativeBool* found);

        /// <summary>The memory that the mask uses, in bytes, its fields included.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_memory(RunMask runs, UIntPtr* @out);

        /// <summary>Whether the pixel is solid. False outside the mask. Takes one binary search among the runs of the row.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_get(RunMask runs, Point pixel, NativeBool* @out);

        /// <summary>The pixels inside a rectangle, as a run mask of the rectangle's size. Pixels outside it are clear.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_crop(RunMask runs, Rect rect, IntPtr* @out);

        /// <summary>Mirrored: left becomes right.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_flip_h(RunMask runs, IntPtr* @out);

        /// <summary>Mirrored: top becomes bottom.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_flip_v(RunMask runs, IntPtr* @out);

        /// <summary>Toggles every pixel.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_invert(RunMask runs);

        /// <summary>Also the pixels of the shape at the offset become solid.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_union_with(RunMask runs, Shape* other, Point offset);

        /// <summary>Only the pixels of the shape at the offset stay solid.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_intersect_with(RunMask runs, Shape* other, Point offset);

        /// <summary>The pixels of the shape at the offset become clear.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_difference_with(RunMask runs, Shape* other, Point offset);

        /// <summary>The pixels of the shape at the offset change from solid to clear and from clear to solid.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_symmetric_difference_with(RunMask runs, Shape* other, Point offset);

        /// <summary>A polygon from its corners, in units of 1/65536 of a pixel, in either direction. HITMASK_NOT_CONVEX if a corner points
        /// inwards.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_polygon_new(PointQ16* corners, UIntPtr count, IntPtr* @out, Error* error);

        /// <summary>Frees it. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_polygon_free(IntPtr polygon);

        /// <summary>Its corners.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_polygon_corners(Polygon polygon, PointQ16* corners, UIntPtr capacity, UIntPtr* count);

        /// <summary>An animation of one frame or more, which shows its first one. HITMASK_WRONG_LENGTH if there is none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_frames_new(Frame* frames, UIntPtr count, IntPtr* @out);

        /// <summary>Frees it. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_frames_free(IntPtr frames);

        /// <summary>How many frames it has.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_frames_count(Frames frames, UIntPtr* @out);

        /// <summary>Whether bytes begin like a pack. The first four are enough.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_is_pack(byte* bytes, UIntPtr length, NativeBool* @out);

        /// <summary>Opens a pack, of which it makes a copy. A mask that is read takes at most this much memory; 0 is the default limit of
        /// the library.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_open(byte* bytes, UIntPtr length, UIntPtr memory, IntPtr* @out, Error* error);

        /// <summary>Opens a pack where it lies: in a memory map, or in your program. Nothing is copied, so the bytes must stay there
        /// unchanged until the pack is freed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_open_in_place(byte* bytes, UIntPtr length, UIntPtr memory, IntPtr* @out, Error* error);

        /// <summary>Closes it. Masks that were read from it stay. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_pack_free(IntPtr pack);

        /// <summary>How many entries it has, and how many sprites.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_count(Pack pack, UIntPtr* entries, UIntPtr* sprites);

        /// <summary>What is known about an entry. Nothing is decoded.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_get(Pack pack, UIntPtr entry, PackEntry* @out);

        /// <summary>The number of the entry that is meant by a name. These are tried in this order: the name of an entry; the name of a
        /// sprite, which means its first frame; SPRITE#N, the frame with this number; SPRITE#TAG, the first frame of a tag; SPRITE#TAG:N,
        /// frame N of a tag.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_find(Pack pack, byte* name, UIntPtr* @out, NativeBool* found);

        /// <summary>What is known about a sprite.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_get_sprite(Pack pack, UIntPtr sprite, PackSprite* @out);

        /// <summary>The number of the sprite with this name.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_find_sprite(Pack pack, byte* name, UIntPtr* @out, NativeBool* found);

        /// <summary>The numbers of the entries that are the frames of a sprite, in their order.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_frames(Pack pack, UIntPtr sprite, UIntPtr* to, UIntPtr capacity, UIntPtr* count);

        /// <summary>The tags of a sprite.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_tags(Pack pack, UIntPtr sprite, PackTag* to, UIntPtr capacity, UIntPtr* count);

        /// <summary>The numbers of the frames in the sprite that a tag shows, in their order. A frame may occur several times. The tag is a
        /// number in hitmask_pack_tags.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_tag_frames(Pack pack, UIntPtr sprite, UIntPtr tag, uint* to, UIntPtr capacity, UIntPtr* count);

        /// <summary>The slices of its sprite, as they lie in an entry.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_slices(Pack pack, UIntPtr entry, PackSlice* to, UIntPtr capacity, UIntPtr* count);

        /// <summary>The mask of an entry, of the size of the frame. Alphas are solid from the level on.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_mask(Pack pack, UIntPtr entry, IntPtr* @out, Error* error);

        /// <summary>The mask of an entry, cut to its trim.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_trimmed_mask(Pack pack, UIntPtr entry, IntPtr* @out, Error* error);

        /// <summary>The alphas of an entry. Those of a mask are 255 and 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_alpha_mask(Pack pack, UIntPtr entry, IntPtr* @out, Error* error);

        /// <summary>The mask of an entry as runs.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_run_mask(Pack pack, UIntPtr entry, IntPtr* @out, Error* error);

        /// <summary>The outline of an entry, if the pack has one for it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_outline(Pack pack, UIntPtr entry, IntPtr* @out, NativeBool* found, Error* error);

        /// <summary>The tile map of which an entry shows the pixels, such as a layer of a level, and the pixel of the frame on which the
        /// corner of the map's first cell lies, if the pack has one for it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_tile_map(Pack pack, UIntPtr entry, IntPtr* @out, Point* corner, NativeBool* found, Error* error);

        /// <summary>Checks the data of all entries. Opening a pack checks only its index, and reading an entry checks its own
        /// data.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pack_verify(Pack pack, Error* error);

        /// <summary>The shortest ways out of b: along x alone, and along y alone. (0, 0) if the shapes do not overlap.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_separation_by_axis(Shape* a, Shape* b, Point offset, Point* @out);

        /// <summary>Whether a pixel is solid.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_contains(Shape* shape, Point pixel, NativeBool* @out);

        /// <summary>Whether any pixel is solid in both shapes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_overlaps(Shape* a, Shape* b, Point offset, NativeBool* @out);

        /// <summary>How many pixels are solid in both shapes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_overlap_area(Shape* a, Shape* b, Point offset, ulong* @out);

        /// <summary>The first pixel that is solid in both shapes, in a's pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_first_overlap(Shape* a, Shape* b, Point offset, Point* @out, NativeBool* found);

        /// <summary>The smallest rectangle around all pixels that are solid in both shapes, in a's pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_overlap_bounds(Shape* a, Shape* b, Point offset, Rect* @out, NativeBool* found);

        /// <summary>The first pixel that is solid in both shapes in an order of your choice, a hitmask_scan_order.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_extreme_overlap(Shape* a, Shape* b, Point offset, int order, Point* @out, NativeBool* found);

        /// <summary>All pixels that are solid in both shapes, row by row.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_overlap_points(Shape* a, Shape* b, Point offset, Point* points, UIntPtr capacity, UIntPtr* count);

        /// <summary>All pixels that are solid in both shapes, as a mask, and the place of its upper left pixel. The mask has the size of a;
        /// if a is a terrain, a circle or a polygon, it is the smallest one that holds the pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_overlap_mask(Shape* a, Shape* b, Point offset, IntPtr* @out, Point* corner);

        /// <summary>The shortest way out: the least change of the offset after which the shapes do not overlap. (0, 0) if they do not
        /// overlap.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_separation(Shape* a, Shape* b, Point offset, Point* @out);

        /// <summary>The least multiple of a direction by which the offset must change so that the shapes do not overlap. (0, 0) if they do
        /// not overlap. Not found if they do and the direction is (0, 0).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_separation_along(Shape* a, Shape* b, Point offset, Point direction, Point* @out, NativeBool* found);

        /// <summary>The direction of a contact, from a to b: on each axis, how many pixels the overlap would lose if b went one pixel on,
        /// and gain if it went back. (0, 0) if the shapes do not overlap and do not touch.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_normal(Shape* a, Shape* b, Point offset, Point* @out);

        /// <summary>How far apart the shapes are, and the nearest pixels. Not found if either has no pixel.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_closest_pixels(Shape* a, Shape* b, Point offset, Closest* @out, NativeBool* found);

        /// <summary>The shortest way out of two shapes that may be turned, in whole pixels: move b by it. (0, 0) if they do not
        /// overlap.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_placed_separation(Placed* a, Placed* b, Point* @out);

        /// <summary>The direction of a contact of two shapes that may be turned: see hitmask_normal.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_placed_normal(Placed* a, Placed* b, Point* @out);

        /// <summary>How far apart two shapes are that may be turned, and the nearest world pixels. Not found if either covers no
        /// pixel.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_placed_closest(Placed* a, Placed* b, Closest* @out, NativeBool* found);

        /// <summary>Frees them. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_components_free(IntPtr components);

        /// <summary>One of them, counted from 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_components_get(Components components, UIntPtr index, Component* @out);

        /// <summary>The pixels of one of them, as a mask of the size of the whole mask.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_components_mask(Components components, UIntPtr index, IntPtr* @out);

        /// <summary>Frees it. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_outline_free(IntPtr outline);

        /// <summary>How many rings it has, and how many corners all rings have together.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_outline_count(Outline outline, UIntPtr* rings, UIntPtr* corners);

        /// <summary>One of its rings, counted from 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_outline_ring(Outline outline, UIntPtr index, Ring* @out);

        /// <summary>A simpler outline that keeps a promise, a hitmask_outline_bound. The tolerance is in units of 1/65536 of a pixel; 65536
        /// suits the promises outer and inner. All rings together have at most max_points corners; 0 sets no limit. HITMASK_TOO_MANY_POINTS
        /// if that cannot be kept.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_outline_simplify(Outline outline, int promise, uint tolerance, UIntPtr max_points, IntPtr* @out, Error* error);

        /// <summary>The same area in pieces of at most so many corners, at least 3: Box2D takes 8.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pieces_with_max_corners(Pieces pieces, UIntPtr max_corners, IntPtr* @out, Error* error);

        /// <summary>Frees them. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_pieces_free(IntPtr pieces);

        /// <summary>The corners of one of them, counted from 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pieces_get(Pieces pieces, UIntPtr index, Point* corners, UIntPtr capacity, UIntPtr* count);

        /// <summary>Frees it. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_distance_field_free(IntPtr field);

        /// <summary>The first pixel with the largest distance, and its squared distance.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_distance_field_farthest(DistanceField field, Point* pixel, uint* squared, NativeBool* found);

        /// <summary>Every offset at which two masks overlap, as a mask: its pixel p is solid if they overlap at the offset p plus the
        /// corner.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_overlap_offsets(Mask a, Mask b, IntPtr* @out, Point* corner);

        /// <summary>How many pixels two masks have in common at every offset at which their rectangles overlap: row by row of the rectangle
        /// of offsets that is given, too.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_overlap_area_map(Mask a, Mask b, Rect* rect, uint* areas, UIntPtr capacity, UIntPtr* count);

        /// <summary>The number of components.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_components_count(Components components, UIntPtr* @out);

        /// <summary>The number of the component with the most pixels; if there are several, the first of them. Not found if there are no
        /// components.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_components_largest(Components components, UIntPtr* @out, NativeBool* found);

        /// <summary>The number of the component that contains the pixel. Not found for clear pixels and outside the mask. Takes one binary
        /// search among the runs of the row.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_components_at(Components components, Point pixel, UIntPtr* @out, NativeBool* found);

        /// <summary>A label image: for each pixel, row by row, 0 if it is clear, otherwise its component's number plus one.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_components_labels(Components components, uint* labels, UIntPtr capacity, UIntPtr* count);

        /// <summary>The connected components of the solid pixels. The connectivity is a hitmask_connectivity.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_components(Mask mask, int connectivity, IntPtr* @out);

        /// <summary>The outline (contour) of the solid pixels. The connectivity is a hitmask_connectivity.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_outline(Mask mask, int connectivity, IntPtr* @out);

        /// <summary>Convex polygons with disjoint interiors that together cover exactly the squares of the solid pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_convex_pieces(Mask mask, IntPtr* @out);

        /// <summary>Disjoint rectangles that together contain exactly the solid pixels, ordered from the top, left to right.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_rectangles(Mask mask, Rect* rects, UIntPtr capacity, UIntPtr* count);

        /// <summary>The convex hull: the corners of the smallest convex polygon that contains the squares of all solid pixels. They are
        /// listed clockwise on a screen. The first is the topmost; if there are several, the leftmost of those. No three corners lie on a
        /// line. Empty if no pixel is solid.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_convex_hull(Mask mask, Point* corners, UIntPtr capacity, UIntPtr* count);

        /// <summary>The area and the first and second moments of the solid pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_moments(Mask mask, Moments* @out);

        /// <summary>The squared distance from each pixel to the nearest clear pixel: how deep inside the shape it lies. The outside is a
        /// hitmask_border_mode.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_distance_to_clear(Mask mask, int outside, IntPtr* @out);

        /// <summary>The squared distance from each pixel to the nearest solid pixel.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_distance_to_solid(Mask mask, IntPtr* @out);

        /// <summary>The connected components of a run mask. The connectivity is a hitmask_connectivity.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_components(RunMask runs, int connectivity, IntPtr* @out);

        /// <summary>The area and the first and second moments of the solid pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_run_mask_moments(RunMask runs, Moments* @out);

        /// <summary>The mask that the outline was made from. For a simplified outline, the pixels whose centres lie inside it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_outline_to_mask(Outline outline, IntPtr* @out);

        /// <summary>Convex polygons with disjoint interiors that together cover exactly the area inside the outline.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_outline_convex_pieces(Outline outline, IntPtr* @out);

        /// <summary>How many polygons there are.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pieces_count(Pieces pieces, UIntPtr* @out);

        /// <summary>The squared distance at a pixel. Not found outside the mask, and everywhere if there is no wanted pixel.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_distance_field_get(DistanceField field, Point pixel, uint* squared, NativeBool* found);

        /// <summary>The pixels whose squared distance is at most squared. Empty if there is no wanted pixel.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_distance_field_within(DistanceField field, uint squared, IntPtr* @out);

        /// <summary>Whether two posed masks, or two posed levels, overlap. The rule is a hitmask_pixel_rule.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_placed_overlaps(Placed* a, Placed* b, int rule, NativeBool* @out);

        /// <summary>How many world pixels both cover.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_placed_overlap_area(Placed* a, Placed* b, ulong* @out);

        /// <summary>The first world pixel that both cover.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_placed_first_overlap(Placed* a, Placed* b, Point* @out, NativeBool* found);

        /// <summary>The smallest rectangle around all world pixels that both cover.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_placed_overlap_bounds(Placed* a, Placed* b, Rect* @out, NativeBool* found);

        /// <summary>The world pixels that a placed mask, level, circle or polygon covers, as a mask, and the world pixel of its upper left
        /// pixel.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_placed_bake(Placed* placed, IntPtr* @out, Point* corner);

        /// <summary>A cache that keeps pictures of at most so many bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pose_cache_new(UIntPtr max_bytes, IntPtr* @out);

        /// <summary>Frees it. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_pose_cache_free(IntPtr cache);

        /// <summary>A posed mask as a plain one, and the world pixel of its upper left pixel. The picture is kept; the mask that you get is
        /// a copy.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pose_cache_bake(PoseCache cache, Mask mask, Pose* pose, IntPtr* @out, Point* corner);

        /// <summary>Whether two posed masks overlap, by the raster rule. The pictures are kept.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pose_cache_overlaps(PoseCache cache, Mask a, Pose* pose_a, Mask b, Pose* pose_b, NativeBool* @out);

        /// <summary>How many world pixels two posed masks both cover. The pictures are kept.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pose_cache_overlap_area(PoseCache cache, Mask a, Pose* pose_a, Mask b, Pose* pose_b, ulong* @out);

        /// <summary>The first world pixel (the topmost, then the leftmost) that two posed masks both cover. The pictures are
        /// kept.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pose_cache_first_overlap(PoseCache cache, Mask a, Pose* pose_a, Mask b, Pose* pose_b, Point* @out, NativeBool* found);

        /// <summary>The smallest rectangle around the world pixels that two posed masks both cover. The pictures are kept.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pose_cache_overlap_bounds(PoseCache cache, Mask a, Pose* pose_a, Mask b, Pose* pose_b, Rect* @out, NativeBool* found);

        /// <summary>Drops every mask. The counters of hits, misses and evictions are kept.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pose_cache_clear(PoseCache cache);

        /// <summary>Hits and misses since the cache was made, and its current contents.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_pose_cache_stats(PoseCache cache, CacheStats* @out);

        /// <summary>Where the bytes lie, and how many they are. The pointer is good until they are freed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_bytes_data(Bytes bytes, byte** data, UIntPtr* length);

        /// <summary>Frees them. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_bytes_free(IntPtr bytes);

        /// <summary>The solid pixels of a sprite of 8 bits a pixel.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_sprite8_to_run_mask(uint w, uint h, byte* bytes, UIntPtr length, IntPtr* @out, Error* error);

        /// <summary>The picture of a sprite of 8 bits a pixel: w x h bytes. Clear pixels become the transparent one.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_sprite8_to_indexed(uint w, uint h, byte* bytes, UIntPtr length, byte transparent, byte* pixels, UIntPtr capacity, UIntPtr* count, Error* error);

        /// <summary>The bytes of a sprite of 8 bits a pixel, from a picture. Pixels of the transparent value are clear. Each run is as long
        /// as possible.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_encode8(uint w, uint h, byte* pixels, UIntPtr pitch, byte transparent, IntPtr* @out);

        /// <summary>The pixels of a sprite of 16 bits a pixel that are not clear: solid runs, and alpha runs whatever their
        /// alphas.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_sprite16_to_run_mask(uint w, uint h, byte* bytes, UIntPtr length, IntPtr* @out, Error* error);

        /// <summary>The alphas of a sprite of 16 bits a pixel: 255 in solid runs, 0 in clear ones.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_sprite16_to_alpha_mask(uint w, uint h, byte* bytes, UIntPtr length, IntPtr* @out, Error* error);

        /// <summary>The colours of a sprite of 16 bits a pixel: w x h numbers, 0 in clear runs. hitmask_sprite16_to_alpha_mask has the
        /// alphas.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_sprite16_to_picture(uint w, uint h, byte* bytes, UIntPtr length, ushort* colors, UIntPtr capacity, UIntPtr* count, Error* error);

        /// <summary>The bytes of a sprite of 16 bits a pixel, from w x h colours and as many alphas. Alpha 0 is clear and drops its colour,
        /// 255 is solid, all others go to alpha runs. Each run is as long as possible.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_encode16(uint w, uint h, ushort* colors, byte* alphas, IntPtr* @out);

        /// <summary>A terrain with no solid pixel, or with all pixels solid. HITMASK_TOO_LARGE if a side is above 65536.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_new(uint w, uint h, NativeBool filled, IntPtr* @out);

        /// <summary>Frees it. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_terrain_free(IntPtr terrain);

        /// <summary>Clears the pixels that a placed shape covers, moved by an offset. out may be NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_carve(Terrain terrain, Placed* brush, Point at, Change* @out);

        /// <summary>Makes the pixels solid that a placed shape covers, moved by an offset. out may be NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_draw(Terrain terrain, Placed* brush, Point at, Change* @out);

        /// <summary>The edges hold nothing but the lowest row, corners do not connect, and every island is reported.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern IslandOptions hitmask_island_options_default();

        /// <summary>The pieces that nothing holds, in the order of their first pixels. NULL options are the default ones.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_islands(Terrain terrain, IslandOptions* options, Component* islands, UIntPtr capacity, UIntPtr* count);

        /// <summary>Takes the island with this first pixel out of the terrain, as a mask, and says where its upper left pixel lay. It finds
        /// the island again by the same options, so NULL options here are the default ones, too. HITMASK_NO_SUCH_INDEX if there is
        /// none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_take_island(Terrain terrain, IslandOptions* options, Point first, IntPtr* @out, Point* corner);

        /// <summary>Goes back to a state, of this terrain or of another one.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_restore(Terrain terrain, TerrainSnapshot snapshot);

        /// <summary>Frees a snapshot. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_terrain_snapshot_free(IntPtr snapshot);

        /// <summary>The terrain from bytes. It takes at most this much memory; 0 is the default limit of the library.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_from_bytes(byte* bytes, UIntPtr length, UIntPtr memory, IntPtr* @out, Error* error);

        /// <summary>What changed since a snapshot of a terrain of the same size, as bytes. HITMASK_WRONG_BASE if the sizes
        /// differ.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_delta_since(Terrain terrain, TerrainSnapshot snapshot, IntPtr* @out);

        /// <summary>Makes the changes of a hitmask_terrain_delta_since on a terrain that is in the state of its snapshot.
        /// HITMASK_WRONG_BASE if it is not, and nothing changes. out may be NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_apply_delta(Terrain terrain, byte* bytes, UIntPtr length, UIntPtr memory, Change* @out, Error* error);

        /// <summary>A terrain with the size and the pixels of a mask.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_from_mask(Mask mask, IntPtr* @out);

        /// <summary>A copy. Copies are cheap: they share what neither has changed since.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_clone(Terrain terrain, IntPtr* @out);

        /// <summary>The width and the height in pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_size(Terrain terrain, uint* w, uint* h);

        /// <summary>The number of solid pixels. Takes constant time.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_count(Terrain terrain, ulong* @out);

        /// <summary>The smallest rectangle that contains all solid pixels. Not found if no pixel is solid. Takes constant time.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_bounds(Terrain terrain, Rect* @out, NativeBool* found);

        /// <summary>The memory that the terrain uses, in bytes. Copies and snapshots share most of it, and each of them counts it
        /// all.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_memory(Terrain terrain, UIntPtr* @out);

        /// <summary>The pixels inside a rectangle, as a mask of the rectangle's size. Pixels outside the terrain are clear.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_crop(Terrain terrain, Rect rect, IntPtr* @out);

        /// <summary>Remembers the state of a terrain. It costs little: what does not change is shared.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_snapshot_new(Terrain terrain, IntPtr* @out);

        /// <summary>One number for the size and the pixels: equal terrains have equal hashes, on every machine and in every version of this
        /// library. Other terrains have the same hash with a chance of about 2⁻⁶⁴, unless somebody looks for such a pair on
        /// purpose.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_content_hash(Terrain terrain, ulong* @out);

        /// <summary>The terrain as bytes in a compact form with a checksum, to save it or to send it. Empty and full regions take a few
        /// bytes, a tile with a surface about a hundred. Equal terrains give equal bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_to_bytes(Terrain terrain, IntPtr* @out);

        /// <summary>When b, moving and turning from a pose of these parts, first meets a, which lies under a pose, by the geometry rule.
        /// Where the motion leads clearly into the mask, the two times are at most one of its steps apart. Nothing is skipped at any
        /// speed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_cast_posed(Mask a, Pose* pose, Mask b, PoseParts* from, TurningMotion* motion, PosedCast* @out, Error* error);

        /// <summary>When b, moving straight from a position by a motion, first overlaps a. The position is b's origin in a's
        /// pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_cast(Mask a, Mask b, PointQ16 position, PointQ16 motion, Cast* @out);

        /// <summary>When b, moving in whole pixels from an offset along a straight line, first overlaps a.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_cast_pixels(Mask a, Mask b, Point offset, Point motion, StepCast* @out);

        /// <summary>The first solid pixel that a point hits, moving straight from a position by a motion. Both are in its pixels, in whole
        /// pixels or 65 536ths of a pixel. For lines of sight, lasers and bullets.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_mask_ray_cast(Mask mask, PointQ16 position, PointQ16 motion, Cast* @out);

        /// <summary>When a mask, moving straight from a position by a motion, first overlaps the terrain.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_cast(Terrain terrain, Mask other, PointQ16 position, PointQ16 motion, Cast* @out);

        /// <summary>When a mask, moving in whole pixels along a straight line from an offset, first overlaps the terrain.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_cast_pixels(Terrain terrain, Mask other, Point offset, Point motion, StepCast* @out);

        /// <summary>The first solid pixel that a point hits, moving straight from a position by a motion.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_terrain_ray_cast(Terrain terrain, PointQ16 position, PointQ16 motion, Cast* @out);

        /// <summary>Moves a character, whose shape lies under the matrix of its pose, from a position by a motion. NULL options climb
        /// nothing. HITMASK_TOO_LARGE if the character covers a larger box than a mask may have.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_move_and_slide(Placed* mover, PointQ16 position, PointQ16 motion, Obstacle* obstacles, UIntPtr count, MoveOptions* options, Moved* @out);

        /// <summary>The same for a character that has its up elsewhere, a hitmask_direction, or that is seen from above:
        /// HITMASK_DIRECTION_NONE.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_move_and_slide_up(Placed* mover, int up, PointQ16 position, PointQ16 motion, Obstacle* obstacles, UIntPtr count, MoveOptions* options, Moved* @out);

        /// <summary>The obstacle that a moving point meets first, and when.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_ray_cast_obstacles(Obstacle* obstacles, UIntPtr count, PointQ16 position, PointQ16 motion, UIntPtr* index, Cast* cast, NativeBool* found);

        /// <summary>A buffer over a region of world pixels. The mode is a hitmask_buffer_mode. HITMASK_TOO_LARGE if the region
        /// is.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_buffer_new(int mode, Rect region, IntPtr* @out);

        /// <summary>Frees it. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_buffer_free(IntPtr buffer);

        /// <summary>Draws a placed shape with an id.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_buffer_draw(Buffer buffer, Placed* placed, uint id);

        /// <summary>Which ids the pixels of a placed shape hold, in ascending order. The list is the buffer's; it is good until the next
        /// call that takes the buffer without const.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_buffer_test(Buffer buffer, Placed* placed, BufferOverlap** met, UIntPtr* count);

        /// <summary>Tests as hitmask_buffer_test, and then draws the id. In the mode HITMASK_LATCH, the id latches with those that it
        /// meets.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_buffer_test_and_draw(Buffer buffer, Placed* placed, uint id, BufferOverlap** met, UIntPtr* count);

        /// <summary>Whether any pixel of a placed shape holds an id.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_buffer_touches(Buffer buffer, Placed* placed, NativeBool* @out);

        /// <summary>The ids that were latched since this was asked last, in ascending order. The list is the buffer's, as that of
        /// hitmask_buffer_test.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_buffer_take_latched(Buffer buffer, uint** ids, UIntPtr* count);

        /// <summary>A picture of the region, four bytes a pixel: the colour of the id that was drawn last to it. Rows have no
        /// padding.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_buffer_to_image(Buffer buffer, byte* rgba, UIntPtr capacity, UIntPtr* count);

        /// <summary>The colour of an id in hitmask_buffer_to_image: its red, green, blue and alpha, from the lowest byte up.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern uint hitmask_buffer_colour_of(uint id);

        /// <summary>The region of the world that the buffer holds.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_buffer_region(Buffer buffer, Rect* @out);

        /// <summary>Moves the buffer to another region, which may have another size, and erases what was drawn. The latched ids stay. Going
        /// back to an earlier region needs no new memory.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_buffer_set_region(Buffer buffer, Rect region);

        /// <summary>Moves the region, and erases what was drawn.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_buffer_move_to(Buffer buffer, Point corner);

        /// <summary>Erases what was drawn, at the start of a frame. The latched ids stay.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_buffer_clear(Buffer buffer);

        /// <summary>The ids at a pixel, ascending, each once. Empty outside the region.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_buffer_ids_at(Buffer buffer, Point pixel, uint* ids, UIntPtr capacity, UIntPtr* count);

        /// <summary>Of the ids at a pixel, the one that was drawn last. Not found if there is no id, and outside the region.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_buffer_top_at(Buffer buffer, Point pixel, uint* @out, NativeBool* found);

        /// <summary>The bytes that the buffer takes, its own fields included.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_buffer_memory(Buffer buffer, UIntPtr* @out);

        /// <summary>Labels that are all 0: everything is clear.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_new(uint w, uint h, IntPtr* @out);

        /// <summary>From labels, one byte a pixel.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_from_labels(uint w, uint h, byte* labels, UIntPtr pitch, IntPtr* @out);

        /// <summary>Frees it. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_label_mask_free(IntPtr labels);

        /// <summary>The labels without padding: h rows of w bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_to_labels(LabelMask labels, byte* to, UIntPtr capacity, UIntPtr* count);

        /// <summary>Sets the label of a pixel; 0 makes it clear. HITMASK_OUT_OF_RANGE if it lies outside.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_set(LabelMask labels, Point pixel, byte to);

        /// <summary>Gives a label a name, in UTF-8, and a number of yours. HITMASK_BAD_BYTES if the name is not UTF-8.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_set_name(LabelMask labels, byte label, byte* name, ulong number);

        /// <summary>The name and the number of a label. Not found if it has none. The text is good until the label mask is changed or
        /// freed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_name(LabelMask labels, byte label, Text* name, ulong* number, NativeBool* found);

        /// <summary>The lowest label with a name.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_find(LabelMask labels, byte* name, byte* @out, NativeBool* found);

        /// <summary>The pixels with one of some labels, as a mask.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_only(LabelMask labels, byte* only, UIntPtr count, IntPtr* @out);

        /// <summary>All pixels with a label, as a mask.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_to_mask(LabelMask labels, IntPtr* @out);

        /// <summary>The label mask from bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_from_bytes(byte* bytes, UIntPtr length, IntPtr* @out, Error* error);

        /// <summary>An animation of label masks, of one frame or more. HITMASK_WRONG_LENGTH if there is none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_frames_with_labels(LabelFrame* frames, UIntPtr count, IntPtr* @out);

        /// <summary>The shape of a label mask: solid where its label is not 0. Worlds that name labels know those of its
        /// colliders.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Shape hitmask_shape_labels(LabelMask labels);

        /// <summary>A label mask with one label wherever the mask is solid.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_from_mask(Mask mask, byte label, IntPtr* @out);

        /// <summary>A copy. Copies are cheap: the labels are shared until one of the two is changed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_clone(LabelMask labels, IntPtr* @out);

        /// <summary>Whether two label masks have the same size, labels, names and numbers.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_equals(LabelMask a, LabelMask b, NativeBool* @out);

        /// <summary>The width and the height in pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_size(LabelMask labels, uint* w, uint* h);

        /// <summary>The memory that it uses, in bytes: its fields, its labels and names, its solid pixels, and what posed queries keep with
        /// these.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_memory(LabelMask labels, UIntPtr* @out);

        /// <summary>One number for the size, the labels, and their names and numbers. It is the same on every machine and in every version
        /// of this library. Two label masks that differ have different hashes but for a chance of about 2⁻⁶⁴. It is kept until an
        /// edit.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_hash(LabelMask labels, ulong* @out);

        /// <summary>The label of a pixel. 0 where it is clear, and outside.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_get(LabelMask labels, Point pixel, byte* @out);

        /// <summary>Gives a label to every pixel that is solid in the shape at the offset. Label 0 makes them clear.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_draw(LabelMask labels, Shape* shape, Point offset, byte label);

        /// <summary>As hitmask_label_mask_draw, but clear pixels stay clear: a rough box around a head labels the pixels of the
        /// head.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_relabel(LabelMask labels, Shape* shape, Point offset, byte label);

        /// <summary>The pixels inside a rectangle, as a label mask of the rectangle's size. Pixels outside it are clear.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_crop(LabelMask labels, Rect rect, IntPtr* @out);

        /// <summary>Cut into nine slices and put together in another size. The corners keep their size; the slices between them are
        /// stretched or repeated. If the margins do not fit into the new size, they shrink in proportion. Names and numbers of labels stay.
        /// The fill is a hitmask_slice_fill.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_nine_slice(LabelMask labels, Margins margins, uint w, uint h, int fill, IntPtr* @out);

        /// <summary>Mirrored: left becomes right.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_flip_h(LabelMask labels, IntPtr* @out);

        /// <summary>Mirrored: top becomes bottom.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_flip_v(LabelMask labels, IntPtr* @out);

        /// <summary>Turned clockwise by 90 degrees.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_rotate90(LabelMask labels, IntPtr* @out);

        /// <summary>What a posed label mask shows in the world: the labels, and the world pixel of the upper left one.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_bake(LabelMask labels, Pose* pose, IntPtr* @out, Point* corner);

        /// <summary>The label mask as bytes in a compact form with a checksum, to save it or to send it. Equal label masks give equal
        /// bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_to_bytes(LabelMask labels, IntPtr* @out);

        /// <summary>Which labels of a label mask and of a shape meet: for each pair of labels in how many pixels, and the first of these.
        /// Sorted by the labels. A shape without labels counts as label 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_overlap_labels(LabelMask labels, Shape* other, Point offset, LabelOverlap* list, UIntPtr capacity, UIntPtr* count);

        /// <summary>The first pixel that both share, and the labels there. Not found if they do not overlap.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_label_hit(LabelMask labels, Shape* other, Point offset, LabelHit* @out, NativeBool* found);

        /// <summary>Which labels meet under poses: the pixels are those of the world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_overlap_labels_posed(LabelMask labels, Pose* pose, Shape* other, Pose* other_pose, LabelOverlap* list, UIntPtr capacity, UIntPtr* count);

        /// <summary>The first world pixel that both share under poses, and the labels there.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_label_mask_label_hit_posed(LabelMask labels, Pose* pose, Shape* other, Pose* other_pose, LabelHit* @out, NativeBool* found);

        /// <summary>A body that meets everything, upright, with its origin on the world's pixel (0, 0).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Collider hitmask_collider_default(Shape shape);

        /// <summary>The options that suit nearly every game.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern WorldOptions hitmask_world_options_default();

        /// <summary>An empty world. NULL options are the default ones.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_new(WorldOptions* options, IntPtr* @out);

        /// <summary>Frees it. NULL does nothing. From a callback of calls on the world it is freed when these have ended, and is busy to
        /// all others. A call that would give a list of the world's gives HITMASK_BUSY then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_world_free(IntPtr world);

        /// <summary>Puts a collider in.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_insert(World world, Collider* collider, Handle* @out);

        /// <summary>Takes a collider out. Its contacts end with the next step.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_remove(World world, Handle handle);

        /// <summary>The handles of all colliders, in ascending order.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_handles(World world, Handle* handles, UIntPtr capacity, UIntPtr* count);

        /// <summary>What a collider is. Its shape has no object; hitmask_world_shape gives one.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_get(World world, Handle handle, Collider* @out);

        /// <summary>The shape of a collider as it is now, carved terrain included. Make a hitmask_shape of it with hitmask_shape_kept, and
        /// free it with hitmask_kept_shape_free. It shares the pixels and stays as it is when the collider changes. Of an animation these
        /// are all its frames, and not the one that is shown: other colliders take it, but questions about pixels and labels give
        /// HITMASK_WRONG_SHAPE. Ask the world, with hitmask_world_overlap_labels for example.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_shape(World world, Handle handle, IntPtr* @out);

        /// <summary>The data of a collider.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_data(World world, Handle handle, ulong* @out);

        /// <summary>The last way of a collider, for pictures: where it came from, and where it is. They are the same if it rested or was
        /// teleported. Once it was moved, it comes from its position after the last step that succeeded; until then it is the way that the
        /// last step saw. The way is not part of the state that is saved.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_last_path(World world, Handle handle, PointQ16* from, PointQ16* to);

        /// <summary>The pose under which steps see a collider: draw the sprite with it. Not found if it covers nothing, because it was
        /// scaled to 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_pose(World world, Handle handle, Pose* @out, NativeBool* found);

        /// <summary>Moves many colliders: number i of the handles to number i of the positions. All that can be moved are moved, even if
        /// the status is HITMASK_NO_SUCH_COLLIDER because some handles are stale; with HITMASK_OUT_OF_RANGE none is.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_positions(World world, Handle* handles, PointQ16* positions, UIntPtr count);

        /// <summary>Gives many colliders a transform: number i of the handles gets number i of the transforms. All that can be moved are
        /// moved; the status is that of the first one that can't, because its handle is stale or its transform is refused.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_transforms(World world, Handle* handles, Transform* transforms, UIntPtr count);

        /// <summary>Gives a collider a pose. With NULL it covers nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_pose(World world, Handle handle, Pose* pose);

        /// <summary>Turns a collider about its pivot to an angle.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_rotation(World world, Handle handle, Angle rotation);

        /// <summary>Turns a collider about its pivot by an angle.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_rotate_by(World world, Handle handle, Angle by);

        /// <summary>Scales a collider about its pivot. With a scale of 0 it covers nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_scale(World world, Handle handle, Vector scale);

        /// <summary>Mirrors a collider about its pivot, or not.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_flip(World world, Handle handle, NativeBool flip_x, NativeBool flip_y);

        /// <summary>Sets the pivot of a collider, in texels. The pivot stays on the position, so the sprite moves.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_pivot(World world, Handle handle, Vector pivot);

        /// <summary>Gives a collider another shape.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_shape(World world, Handle handle, Shape* shape);

        /// <summary>Gives a collider all properties of a record but its shape and its transform: read one with hitmask_world_get, and
        /// change what you need. None is changed if one of them is refused.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set(World world, Handle handle, Collider* properties);

        /// <summary>Clears pixels of a collider's terrain, as hitmask_terrain_carve. HITMASK_WRONG_SHAPE if its shape is no terrain. out
        /// may be NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_carve(World world, Handle handle, Placed* brush, Point at, Change* @out);

        /// <summary>Makes pixels of a collider's terrain solid, as hitmask_terrain_draw. HITMASK_WRONG_SHAPE if its shape is no terrain.
        /// out may be NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_draw(World world, Handle handle, Placed* brush, Point at, Change* @out);

        /// <summary>A copy of a world, with the same handles and contacts.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_clone(World world, IntPtr* @out);

        /// <summary>Removes all colliders. Their handles become stale. Their contacts end at the next step.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_clear(World world);

        /// <summary>How many colliders there are, disabled ones included.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_count(World world, UIntPtr* @out);

        /// <summary>Whether a collider of this handle is in the world. False if the handle is stale.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_contains(World world, Handle collider, NativeBool* @out);

        /// <summary>The bytes that the world allocated, and its own size.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_memory(World world, UIntPtr* @out);

        /// <summary>Where a collider's pivot lies; without a pivot, its shape's origin. As it was set, or as a move left it: a character's
        /// remainder is part of it. In a wrapped world, modulo the size.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_position(World world, Handle collider, PointQ16* @out);

        /// <summary>A rectangle around the world pixels that a collider may cover. Not found if it covers none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_bounds(World world, Handle collider, Rect* @out, NativeBool* found);

        /// <summary>Where and how a collider lies, as it was set.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_transform(World world, Handle collider, Transform* @out);

        /// <summary>Moves a collider: its pivot then lies at the position; without a pivot, its shape's origin (for most shapes the upper
        /// left corner). The other parts of its transform stay as they are.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_position(World world, Handle collider, PointQ16 position);

        /// <summary>Puts a collider at a position. A swept one was not on the way there.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_teleport(World world, Handle collider, PointQ16 position);

        /// <summary>Sets a collider's transform: all parts at once.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_transform(World world, Handle collider, Transform* transform);

        /// <summary>Shows another frame of a collider's animation, counted from 0. HITMASK_WRONG_SHAPE if it has no animation,
        /// HITMASK_NO_SUCH_INDEX if there is no such frame.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_frame(World world, Handle collider, UIntPtr frame);

        /// <summary>Sets the kind of a collider. How it takes part. A hitmask_collider_kind.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_kind(World world, Handle collider, int kind);

        /// <summary>Sets the layers that it is on, and those that it meets, 32 bits each.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_layers(World world, Handle collider, Layers layers);

        /// <summary>Sets the group of a collider. Colliders of the same group never meet. 0 is no group.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_group(World world, Handle collider, uint group);

        /// <summary>Sets the space of a collider. Only colliders of the same space meet.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_space(World world, Handle collider, uint space);

        /// <summary>Sets its place in the drawing order, for picking: higher is on top.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_order(World world, Handle collider, int order);

        /// <summary>Sets the data of a collider. Yours: a number that events carry.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_data(World world, Handle collider, ulong data);

        /// <summary>Sets whether it meets anything at all.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_enabled(World world, Handle collider, NativeBool enabled);

        /// <summary>Sets whether steps look at its whole path since the last step, so that it passes through nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_swept(World world, Handle collider, NativeBool swept);

        /// <summary>Sets whether only the first of its new touches in a step counts: by their times, those without a time at the
        /// end.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_first_only(World world, Handle collider, NativeBool first_only);

        /// <summary>Sets the up of a collider. Where up is for a character or a crate. HITMASK_DIRECTION_NONE if it is seen from above:
        /// then there is no floor, and every blocker is a wall. A hitmask_direction.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_up(World world, Handle collider, int up);

        /// <summary>Sets the side from which one comes onto a one-way collider. It refuses only steps against that side. A
        /// hitmask_direction.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_open_side(World world, Handle collider, int open_side);

        /// <summary>Sets whether it stands on whole pixels and keeps the rest of its position as a remainder.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_whole_pixels(World world, Handle collider, NativeBool whole_pixels);

        /// <summary>Steps the world. The events are sorted by a, then by b. The list is the world's; it is good until the next step or
        /// hitmask_world_events_by_time, whatever else the world is told meanwhile, and until the world is freed. After
        /// HITMASK_TOO_MANY_PAIRS there are no events; step again when there are fewer pairs.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_step(World world, Event** events, UIntPtr* count);

        /// <summary>Steps the world, and asks a filter about each pair whose boxes share a pixel. The world is busy meanwhile.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_step_with(World world, IntPtr filter, IntPtr user, Event** events, UIntPtr* count);

        /// <summary>Steps the world, in which some swept colliders did not go straight. If a handle is there twice, the last path
        /// counts.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_step_along(World world, StepPath* paths, UIntPtr path_count, Event** events, UIntPtr* count);

        /// <summary>The events of the last step again, sorted by time, then by a and b. What has no time is about the end of the step. The
        /// list is the world's, as that of hitmask_world_step, whose list it replaces.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_events_by_time(World world, Event** events, UIntPtr* count);

        /// <summary>The other one of an event's pair, and its data. Not found if the handle is in neither place. Which of the two is a
        /// follows from the handles alone: a later collider may have the lower one.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_event_other(Event* @event, Handle handle, Handle* @out, ulong* data, NativeBool* found);

        /// <summary>Which part of this one of an event's pair was met: the label that it showed where the two met first. 0 if it has no
        /// labels. Not found if the handle is in neither place, or if the event names no labels. hitmask_world_label_name tells the name of
        /// the part.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_event_part_of(Event* @event, Handle handle, byte* @out, NativeBool* found);

        /// <summary>The pairs that touched in the last step.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_contacts(World world, Pair* pairs, UIntPtr capacity, UIntPtr* count);

        /// <summary>What the last step did.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_last_stats(World world, WorldStats* @out);

        /// <summary>How many steps succeeded so far. So it is the number of the last successful step, counted from 1.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_steps(World world, ulong* @out);

        /// <summary>The colliders that touched this one in the last step.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_contacts_of(World world, Handle collider, Handle* handles, UIntPtr capacity, UIntPtr* count);

        /// <summary>The number of the step in which two colliders began to touch. Not found if they did not touch in the last
        /// step.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_touching_since(World world, Handle a, Handle b, ulong* @out, NativeBool* found);

        /// <summary>Gives a collider a custom test, or takes it away if it is NULL. The struct is copied.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_test(World world, Handle handle, CustomTest* test);

        /// <summary>A filter that leaves space, layers and group unsaid, and lets everything through but sensors.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern QueryFilter hitmask_query_filter_default();

        /// <summary>The probe of a placed shape.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Probe hitmask_probe_placed(Shape shape, Pose pose);

        /// <summary>The probe of a line of pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Probe hitmask_probe_line(Point from, Point to);

        /// <summary>The probe of a pixel.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern Probe hitmask_probe_point(Point pixel);

        /// <summary>The colliders that a probe touches.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_query(World world, Probe* probe, QueryFilter* filter, Handle* handles, UIntPtr capacity, UIntPtr* count);

        /// <summary>Whether a probe touches any collider.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_query_any(World world, Probe* probe, QueryFilter* filter, NativeBool* @out);

        /// <summary>The topmost collider that a probe touches: by order, then by handle.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_query_topmost(World world, Probe* probe, QueryFilter* filter, Handle* @out, NativeBool* found);

        /// <summary>Calls a function of yours with each collider that a probe touches, and where. The order is not specified. A call from
        /// it that changes the world gives HITMASK_BUSY.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_query_each(World world, Probe* probe, QueryFilter* filter, IntPtr each, IntPtr user);

        /// <summary>How far apart two colliders are, and their nearest world pixels. Not found if either covers none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_closest(World world, Handle a, Handle b, Closest* @out, NativeBool* found);

        /// <summary>The name and the number of a label of a collider: what hitmask_event_part_of and hitmask_world_label_at have found. Not
        /// found if the label has no name. The text is good until the collider's shape is changed or the collider is removed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_label_name(World world, Handle collider, byte label, Text* name, ulong* number, NativeBool* found);

        /// <summary>What a collider touches now, custom tests included. The contacts are in ascending order of their handles.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_collide_one(World world, Handle collider, Contact* contacts, UIntPtr capacity, UIntPtr* count);

        /// <summary>The topmost collider that covers a pixel: by order, then by handle.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_pick(World world, Point pixel, QueryFilter* filter, Handle* @out, NativeBool* found);

        /// <summary>All colliders that cover a pixel, the topmost first.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_pick_all(World world, Point pixel, QueryFilter* filter, Handle* handles, UIntPtr capacity, UIntPtr* count);

        /// <summary>The collider that covers the pixel nearest to this one, at most so many pixels away.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_nearest(World world, Point pixel, uint within, QueryFilter* filter, Nearest* @out, NativeBool* found);

        /// <summary>The first collider on a line of pixels. The line slips through walls whose pixels touch at corners alone.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_first_on_line(World world, Point from, Point to, QueryFilter* filter, LineHit* @out, NativeBool* found);

        /// <summary>The first collider on all pixels that a line between the centres of two pixels touches, also those beside a corner that
        /// it passes. No wall has a gap for it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_first_on_supercover(World world, Point from, Point to, QueryFilter* filter, LineHit* @out, NativeBool* found);

        /// <summary>The collider that a moving point meets first.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_ray_cast(World world, PointQ16 position, PointQ16 motion, QueryFilter* filter, RayHit* @out, NativeBool* found);

        /// <summary>What a collider meets if it moves while all others rest: all that it meets, in the order of the hits.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_cast(World world, Handle collider, PointQ16 motion, QueryFilter* filter, CastHit* hits, UIntPtr capacity, UIntPtr* count);

        /// <summary>What a collider meets first if it moves while all others rest.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_cast_first(World world, Handle collider, PointQ16 motion, QueryFilter* filter, CastHit* @out, NativeBool* found);

        /// <summary>What a probe meets if it moves: all that it meets, in the order of the hits.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_cast_probe(World world, Probe* probe, PointQ16 motion, QueryFilter* filter, CastHit* hits, UIntPtr capacity, UIntPtr* count);

        /// <summary>What a probe meets first if it moves.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_cast_probe_first(World world, Probe* probe, PointQ16 motion, QueryFilter* filter, CastHit* @out, NativeBool* found);

        /// <summary>What a collider meets if it moves and turns while all others rest: all that it meets, or may meet.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_cast_turning(World world, Handle collider, TurningMotion* motion, QueryFilter* filter, TurningHit* hits, UIntPtr capacity, UIntPtr* count);

        /// <summary>The shortest way out of two colliders: move b by it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_separation(World world, Handle a, Handle b, Point* @out);

        /// <summary>The direction of a collider's surface within a radius of a world pixel, such as the one that a ray has hit: it points
        /// out of the ground, across it. A radius of 16 is right to about a degree. (0, 0) if nothing lies there.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_surface_normal(World world, Handle collider, Point pixel, uint radius, Point* @out);

        /// <summary>The direction of the contact of two colliders, from a to b.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_normal(World world, Handle a, Handle b, Point* @out);

        /// <summary>Which labels of two colliders meet as they are now, in world pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_overlap_labels(World world, Handle a, Handle b, LabelOverlap* list, UIntPtr capacity, UIntPtr* count);

        /// <summary>The first world pixel that two colliders share as they are now, and their labels there.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_label_hit(World world, Handle a, Handle b, LabelHit* @out, NativeBool* found);

        /// <summary>The label that a collider shows at a world pixel: which part a click, a ray or a cast has found. 0 if its shape has no
        /// labels. Not found if it does not cover the pixel.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_label_at(World world, Handle collider, Point pixel, byte* @out, NativeBool* found);

        /// <summary>Moves a character among the bodies and the one-way platforms that the filter lets through. NULL options climb nothing.
        /// HITMASK_TOO_LARGE if the character covers a larger box than a mask may have.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_move_and_slide(World world, Handle handle, PointQ16 motion, MoveOptions* options, QueryFilter* filter, Slid* @out);

        /// <summary>As hitmask_world_move_and_slide, and lists all that refuses one more step: down or up first, then sideways, each in the
        /// order of handles. The normals tell them apart. If the array has too few places for them (HITMASK_TOO_SMALL), the move is made
        /// all the same.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_move_and_slide_into(World world, Handle handle, PointQ16 motion, MoveOptions* options, QueryFilter* filter, Slid* @out, Blocker* blockers, UIntPtr capacity, UIntPtr* count);

        /// <summary>The slope of the ground under a collider's feet. Each column of the collider looks down from its lowest pixel, past at
        /// most reach clear ones; the slope is that from the leftmost to the rightmost column that sees ground. There is none if no column
        /// does, or if the collider overlaps a body. HITMASK_TOO_LARGE as for hitmask_world_move_and_slide.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_ground_slope(World world, Handle handle, uint reach, QueryFilter* filter, Slope* @out, NativeBool* found);

        /// <summary>Moves a solid: it pushes characters, and carries those that stand on it and those in riders. HITMASK_TOO_LARGE if a
        /// character that it may move covers a larger box than a mask may have.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_move_solid(World world, Handle handle, PointQ16 motion, Handle* riders, UIntPtr rider_count, SolidMoved* @out);

        /// <summary>The same with options: who is pushed or carried climbs ledges and gets round corners by them. HITMASK_CANNOT_RIDE if a
        /// rider is neither a character nor a crate, or is a part, stale, disabled or elsewhere.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_move_solid_with(World world, Handle handle, PointQ16 motion, Handle* riders, UIntPtr rider_count, MoveOptions* options, SolidMoved* @out);

        /// <summary>Turns a solid, scales it, or gives it another shape or frame, in one jump. It carries those whose support it is, and
        /// pushes out what it then overlaps, by at most limit pixels; who cannot be freed is named as crushed. NULL and -1 leave the
        /// transform, the shape and the frame as they are.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_reshape_solid(World world, Handle handle, Transform* transform, Shape* shape, long frame, uint limit, QueryFilter* filter, SolidMoved* @out);

        /// <summary>Whether a collider would overlap a solid collider at a position, and which least move of at most limit pixels would
        /// free it there. Nothing changes. This and the functions below give HITMASK_TOO_LARGE if the collider covers a larger box than a
        /// mask may have.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_fit_at(World world, Handle collider, PointQ16 position, uint limit, QueryFilter* filter, Fit* @out);

        /// <summary>Shows another frame of an animation if the collider then overlaps no solid collider; otherwise after the least move of
        /// at most limit pixels that frees it; otherwise nothing changes. The answer says which.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_fit_frame(World world, Handle collider, UIntPtr frame, uint limit, QueryFilter* filter, Fit* @out);

        /// <summary>Gives a collider another shape, if it fits there, or after a move of at most limit pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_fit_shape(World world, Handle collider, Shape* shape, uint limit, QueryFilter* filter, Fit* @out);

        /// <summary>Gives a collider another transform, if it fits there, or after a move of at most limit pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_fit_transform(World world, Handle collider, Transform* transform, uint limit, QueryFilter* filter, Fit* @out);

        /// <summary>Frees a collider from the solid colliders that it overlaps by the least move of at most limit pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_unstick(World world, Handle collider, uint limit, QueryFilter* filter, Fit* @out);

        /// <summary>What carries a character or a crate. Not found if nothing does.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_support(World world, Handle collider, Handle* @out, NativeBool* found);

        /// <summary>Makes a part a collider like any other, where it lies. HITMASK_WRONG_PART if it is no part.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_detach(World world, Handle part);

        /// <summary>Lets a part count only while its root shows one of these frames, numbered from 0; with NULL in all frames, as at first.
        /// What is no animation shows frame 0. HITMASK_WRONG_PART if it is no part.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_part_frames(World world, Handle part, UIntPtr* frames, UIntPtr count);

        /// <summary>The frames of its root in which a part counts, in ascending order, and whether it counts in these only.
        /// HITMASK_WRONG_PART if it is no part.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_part_frames(World world, Handle part, UIntPtr* frames, UIntPtr capacity, UIntPtr* count, NativeBool* is_limited);

        /// <summary>Makes a collider a part of a root. HITMASK_WRONG_PART if the root is the same collider or a part of it, or if parts
        /// would lie too deep.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_attach(World world, Handle root, Handle part);

        /// <summary>The parts that were attached to a collider, sorted by handle; not the parts of these.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_parts_of(World world, Handle root, Handle* parts, UIntPtr capacity, UIntPtr* count);

        /// <summary>What a part was attached to: its root, or a part of it. Not found if the collider is no part.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_parent_of(World world, Handle part, Handle* parent, NativeBool* found);

        /// <summary>The root of a part: of a part of a part, the collider above them all that is no part. Not found if the collider is no
        /// part.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_root_of(World world, Handle part, Handle* root, NativeBool* found);

        /// <summary>A set of tiles. It never changes. If an id appears twice, the last tile counts. HITMASK_OUT_OF_RANGE if an id or an
        /// offset is too large.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_set_new(TileDef* tiles, UIntPtr count, IntPtr* @out);

        /// <summary>Frees it. NULL does nothing. Maps keep what they need of it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_tile_set_free(IntPtr set);

        /// <summary>The ids of its tiles, in ascending order.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_set_ids(TileSet set, uint* ids, UIntPtr capacity, UIntPtr* count);

        /// <summary>The tile of an id. Its mask is NULL: hitmask_tile_set_mask gives it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_set_get(TileSet set, uint id, TileDef* @out, NativeBool* found);

        /// <summary>The pixels of a tile. HITMASK_NO_SUCH_INDEX if the set has none of this id.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_set_mask(TileSet set, uint id, IntPtr* @out);

        /// <summary>A map of empty cells. HITMASK_OUT_OF_RANGE if a side of a cell is 0, there are more than 65536 columns or rows, or more
        /// than 2^30 pixels along a side.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_new(TileSet set, uint columns, uint rows, uint cell_w, uint cell_h, IntPtr* @out);

        /// <summary>A map from numbers as Tiled writes them, row by row: 0 is an empty cell, else the id of the tile with flips along x, y
        /// and the diagonal in the highest bits. They may end anywhere. HITMASK_NO_SUCH_INDEX if the set has no tile of an id,
        /// HITMASK_OUT_OF_RANGE if they are too many, or for the reasons of hitmask_tile_map_new.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_from_gids(TileSet set, uint columns, uint rows, uint cell_w, uint cell_h, uint* gids, UIntPtr count, IntPtr* @out, Error* error);

        /// <summary>Frees it. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_tile_map_free(IntPtr map);

        /// <summary>Its tiles.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_tile_set(TileMap map, IntPtr* @out);

        /// <summary>Changes what a cell shows. NULL empties it. HITMASK_OUT_OF_RANGE if the cell lies outside, HITMASK_NO_SUCH_INDEX if the
        /// set has no such tile.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_set(TileMap map, Point cell, TileCell* to);

        /// <summary>Sets a rectangle of cells, row by row from its upper left cell on, from numbers as Tiled writes them. Each row has so
        /// many columns. If a number is refused, as by hitmask_tile_map_from_gids, the cells before it are set.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_fill(TileMap map, Point corner, uint columns, uint* gids, UIntPtr count, Error* error);

        /// <summary>The cells that are not empty, row by row.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_cells(TileMap map, FilledCell* cells, UIntPtr capacity, UIntPtr* count);

        /// <summary>The map from bytes. It takes at most this much memory, with its tiles; 0 is the default limit of the library.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_from_bytes(byte* bytes, UIntPtr length, UIntPtr memory, IntPtr* @out, Error* error);

        /// <summary>Puts a tile map in, as ground, one-way ledges and sensors at once. The collider's shape is that of the map. The tiles
        /// of HITMASK_TILE_BODY are a collider of the kind that it has, most often HITMASK_BODY; the others are parts of it, of the kinds
        /// HITMASK_ONE_WAY and HITMASK_SENSOR. Its place, its layers and everything else count for all. HITMASK_WRONG_SHAPE if the shape is
        /// no tile map.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_insert_tiles(World world, Collider* collider, TileColliders* @out);

        /// <summary>Changes what a cell of a collider's map shows. NULL empties it. All colliders of hitmask_world_insert_tiles see the
        /// change; your own map does not. HITMASK_WRONG_SHAPE if the collider's shape is no tile map; else as
        /// hitmask_tile_map_set.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_set_tile(World world, Handle collider, Point cell, TileCell* to);

        /// <summary>Sets a rectangle of cells of a collider's map, as hitmask_tile_map_fill. Its colliders and your own map: as
        /// hitmask_world_set_tile.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_fill_tiles(World world, Handle collider, Point corner, uint columns, uint* gids, UIntPtr count, Error* error);

        /// <summary>Whether two sets have the same tiles.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_set_equals(TileSet a, TileSet b, NativeBool* @out);

        /// <summary>The number of tiles.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_set_count(TileSet set, UIntPtr* @out);

        /// <summary>A copy. Copies are cheap: they share what neither has changed since.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_clone(TileMap map, IntPtr* @out);

        /// <summary>Whether two maps have the same sizes, cells and tiles.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_equals(TileMap a, TileMap b, NativeBool* @out);

        /// <summary>The number of columns and of rows of cells.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_size(TileMap map, uint* columns, uint* rows);

        /// <summary>The width and the height of a cell, in pixels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_cell_size(TileMap map, uint* w, uint* h);

        /// <summary>The memory that the map uses, in bytes: its cells, and what was drawn of them. Its set is not counted.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_memory(TileMap map, UIntPtr* @out);

        /// <summary>One number for the sizes, the cells and the tiles: equal maps have equal hashes, on every machine and in every version
        /// of this library. Other maps have the same hash with a chance of about 2⁻⁶⁴, unless somebody looks for such a pair on
        /// purpose.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_content_hash(TileMap map, ulong* @out);

        /// <summary>The number of cells that are not empty. Takes constant time.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_filled(TileMap map, ulong* @out);

        /// <summary>What a cell shows. Not found if it is empty, or outside the map. Takes constant time.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_get(TileMap map, Point cell, TileCell* @out, NativeBool* found);

        /// <summary>Empties all cells.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_clear(TileMap map);

        /// <summary>The map and its set as bytes in a compact form with a checksum, to save it or to send it. Equal maps give equal
        /// bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_to_bytes(TileMap map, IntPtr* @out);

        /// <summary>Whether a pixel is solid. False outside.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_contains(TileMap map, uint kinds, Point pixel, NativeBool* @out);

        /// <summary>The number of solid pixels. Reads all tiles, and keeps nothing: a map does not count its pixels while it
        /// changes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_count(TileMap map, uint kinds, ulong* @out);

        /// <summary>The smallest rectangle that contains all solid pixels. Not found if no pixel is solid. Reads all tiles, and keeps
        /// nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_bounds(TileMap map, uint kinds, Rect* @out, NativeBool* found);

        /// <summary>A part of a map as a mask.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_crop(TileMap map, uint kinds, Rect rect, IntPtr* @out);

        /// <summary>Draws the pixels in a rectangle now, so that the first questions there are fast. They allocate nothing then. A world
        /// asks about each kind by itself, so do it for each.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_draw_ahead(TileMap map, uint kinds, Rect rect);

        /// <summary>The tiles that a shape meets, row by row of cells, left to right. The offset is the shape's origin in pixels of the
        /// map.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_overlap_tiles(TileMap map, uint kinds, Shape* shape, Point offset, TileOverlap* list, UIntPtr capacity, UIntPtr* count);

        /// <summary>The tile that is seen at a pixel: of several that are solid there, the one that is drawn last, in the lowest row of
        /// cells and there farthest to the right. Not found if the pixel is clear. Its area is 1.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_tile_at(TileMap map, uint kinds, Point pixel, TileOverlap* @out, NativeBool* found);

        /// <summary>When a mask, moving straight from a position by a motion, first overlaps the tiles.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_cast(TileMap map, uint kinds, Mask other, PointQ16 position, PointQ16 motion, Cast* @out);

        /// <summary>When a mask, moving in whole pixels along a straight line from an offset, first overlaps the tiles.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_cast_pixels(TileMap map, uint kinds, Mask other, Point offset, Point motion, StepCast* @out);

        /// <summary>When a point, moving straight from a position by a motion, first enters a solid pixel of the tiles.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_tile_map_ray_cast(TileMap map, uint kinds, PointQ16 position, PointQ16 motion, Cast* @out);

        /// <summary>The tile of a collider's map that covers a world pixel: the first pixel of an event, the pixel of a blocker. Its first
        /// is a pixel of the map.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_tile_at(World world, Handle collider, Point pixel, TileOverlap* @out, NativeBool* found);

        /// <summary>Remembers the state of a world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_snapshot_new(World world, IntPtr* @out);

        /// <summary>Remembers the state of a world in a snapshot that is there already: faster than a new one.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_snapshot_update(WorldSnapshot snapshot, World world);

        /// <summary>Frees a snapshot. NULL does nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void hitmask_world_snapshot_free(IntPtr snapshot);

        /// <summary>Goes back to the state of a snapshot.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_restore(World world, WorldSnapshot snapshot);

        /// <summary>The world as bytes, without its shapes: your function gives each a key. Custom tests are not written.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_to_bytes(World world, IntPtr key_of, IntPtr user, IntPtr* @out);

        /// <summary>A world from bytes, with the same handles and contacts. Your function finds the shape of each key; HITMASK_BAD_BYTES if
        /// it finds none. Where there was a custom test, there is one that decides nothing: give it yours with hitmask_world_set_test. The
        /// world takes at most this much memory; 0 is the default limit of the library.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_from_bytes(byte* bytes, UIntPtr length, UIntPtr memory, IntPtr shape_of, IntPtr user, IntPtr* @out, Error* error);

        /// <summary>One number for the state of the world, to find out whether two machines still agree. Two worlds that were built by
        /// equal calls have equal hashes: on every machine, with every broad phase, on any number of threads, and no matter whether one of
        /// them was restored from a snapshot or from bytes. Worlds that differ have the same hash with a chance of about
        /// 2⁻⁶⁴.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int hitmask_world_state_hash(World world, ulong* @out);
    }
}
