using System;

namespace Hitmask
{
    public unsafe partial struct Point
    {
        /// <summary>A pixel, or an offset in whole pixels.</summary>
        public Point(int x, int y)
        {
            X = x;
            Y = y;
        }
    }

    public unsafe partial struct Rect
    {
        /// <summary>A rectangle of pixels.</summary>
        public Rect(int x, int y, uint w, uint h)
        {
            X = x;
            Y = y;
            W = w;
            H = h;
        }
    }

    public unsafe partial struct PointQ16
    {
        /// <summary>A position or a motion in pixels, rounded to 1/65536.</summary>
        public static PointQ16 From(double x, double y)
        {
            PointQ16 made;
            return Native.Got(Native.hitmask_point_q16_from(x, y, &made), made);
        }

        /// <summary>In pixels.</summary>
        public double PixelsX => X / 65536.0;

        /// <summary>In pixels.</summary>
        public double PixelsY => Y / 65536.0;
    }

    public unsafe partial struct Circle
    {
        /// <summary>A circle in pixels, rounded to 1/65536.</summary>
        public static Circle From(double x, double y, double radius)
        {
            PointQ16 centre = PointQ16.From(x, y);
            return new Circle { X = centre.X, Y = centre.Y, Radius = PointQ16.From(radius, 0).X };
        }
    }

    public unsafe partial struct PoseParts
    {
        /// <summary>
        /// The arguments of SpriteBatch.Draw of MonoGame and FNA: where the origin lies, the rotation in radians, clockwise, the origin in
        /// pixels of the source, the scale, and the flips, which mirror the source in its own box. width and height are those of the
        /// source, and matter only for flips.
        /// </summary>
        public static PoseParts Sprite(double x, double y, double rotation, double originX, double originY, double scaleX, double scaleY,
            bool flipX = false, bool flipY = false, double width = 0, double height = 0)
        {
            PoseParts parts = Native.hitmask_pose_parts_default();
            parts.Position = new Vector { X = x, Y = y };
            parts.Rotation = Native.hitmask_radians(rotation);
            parts.Scale = new Vector { X = scaleX, Y = scaleY };
            parts.FlipX = flipX;
            parts.FlipY = flipY;
            // The library mirrors about the pivot, the engine about the middle of the source.
            parts.Pivot = new Vector { X = flipX ? width - originX : originX, Y = flipY ? height - originY : originY };
            return parts;
        }
    }

    public unsafe partial struct Pose
    {
        /// <summary>The upright pose with the upper left corner on a pixel.</summary>
        public static Pose At(int x, int y) => Native.hitmask_pose_at(x, y);

        /// <summary>The pose that parts make. What is scaled to nothing, such as a coin that flips, has one that covers nothing.</summary>
        public static Pose From(in PoseParts parts)
        {
            PoseParts copy = parts;
            Pose made;
            Error error;
            return Made(Native.hitmask_pose_from_parts(&copy, &made, &error), made, &error);
        }

        private static Pose Made(int status, Pose made, Error* error)
        {
            // All of a mask lies between two centres of pixels then.
            if (status == (int)Status.Singular) return new Pose { A = 1, D = 1, Tx = 0x8001, Ty = 0x8001 };
            Native.Check(status, error);
            return made;
        }

        /// <summary>
        /// The pose of a matrix: the point (u, v) of the sprite lies at (a u + b v + tx, c u + d v + ty). For a Transform2D of Godot these are
        /// X.X, Y.X, X.Y, Y.Y, Origin.X, Origin.Y.
        /// </summary>
        public static Pose FromMatrix(double a, double b, double c, double d, double tx, double ty)
        {
            double* matrix = stackalloc double[6];
            matrix[0] = a;
            matrix[1] = b;
            matrix[2] = c;
            matrix[3] = d;
            matrix[4] = tx;
            matrix[5] = ty;
            Pose made;
            Error error;
            return Made(Native.hitmask_pose_from_matrix(matrix, &made, &error), made, &error);
        }

        /// <summary>What SpriteBatch.Draw draws: see PoseParts.Sprite.</summary>
        public static Pose Sprite(double x, double y, double rotation, double originX, double originY, double scaleX, double scaleY,
            bool flipX = false, bool flipY = false, double width = 0, double height = 0)
        {
            return From(PoseParts.Sprite(x, y, rotation, originX, originY, scaleX, scaleY, flipX, flipY, width, height));
        }
    }

    public unsafe partial struct Transform
    {
        /// <summary>The upright transform at a position.</summary>
        public static Transform At(double x, double y) => Native.hitmask_transform_at(new Vector { X = x, Y = y });

        /// <summary>The transform of parts, which can be read and changed one by one.</summary>
        public static implicit operator Transform(PoseParts parts) => Native.hitmask_transform_from_parts(parts);

        /// <summary>The transform of a matrix.</summary>
        public static implicit operator Transform(Pose pose) => Native.hitmask_transform_from_pose(pose);
    }

    public unsafe partial struct Collider
    {
        /// <summary>A body that meets everything, upright, at (0, 0). World.Insert gives it its shape.</summary>
        public static Collider Default => Native.hitmask_collider_default(default(Shape));
    }

    public unsafe partial struct WorldOptions
    {
        /// <summary>The options that suit nearly every game.</summary>
        public static WorldOptions Default => Native.hitmask_world_options_default();
    }

    public unsafe partial struct QueryFilter
    {
        /// <summary>Lets everything through but sensors.</summary>
        public static QueryFilter Default => Native.hitmask_query_filter_default();
    }
}
