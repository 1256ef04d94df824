"""From a step to the path of the tool: pure geometry, in mm, seconds, mm/s and mm/s2."""
