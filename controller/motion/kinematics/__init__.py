r"""Arms whose firmware wants joints: from places of the tool's tip to joint degrees and back.

A base that turns, an upper arm, a forearm, and a tool that stays level: over a table a disk must lie flat,
so a parallel linkage holds the tool, or it hangs by itself. Seen from the side, the base turned to the tip:

                          elbow o
                               / \
                  upper_arm   /   \   forearm
                             /     \
                   shoulder o       o-------.    wrist; from here tool.reach outwards ...
                            |               |    ... and tool.drop down
               base_height  |               V    to the tip
                            |
      z = 0    -----+-------+-----------------
                    |<----->|
           base's axis      shoulder_offset

Angles in this drawing, in degrees: the base's against the x axis, anticlockwise seen from above; the
shoulder's, of the upper arm above the horizontal; the elbow's, for `parallel` of the forearm above the
horizontal (so mostly negative), for `serial` of the forearm against the prolonged upper arm (0 stretched,
negative bent down). The elbow is always above the line from shoulder to wrist. What a joint reads on the
firmware's side is direction * (angle - zero).

The formulas are those of the planar two-link arm by the law of cosines, turned about a vertical axis
(Spong, Hutchinson, Vidyasagar: Robot Modeling and Control, inverse position of the elbow manipulator).
"""

from controller.motion.kinematics.arm import Joint, JointArm, Joints, Links, OutOfReach

__all__ = ["Joint", "JointArm", "Joints", "Links", "OutOfReach"]
