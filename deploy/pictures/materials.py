"""Materials of the goods. All colours are linear."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import bpy

from .characters import Character, Color
from .studio import plain_material

Socket = Any
Stops = Sequence[tuple[float, Color]]


class Graph:
    """The nodes of one material."""

    def __init__(self, name: str) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.nodes = self.material.node_tree.nodes
        self.shader = self.nodes["Principled BSDF"]
        self.output = self.nodes["Material Output"]

    def set(self, node: Any, inputs: Mapping[str | int, Any]) -> None:
        """Give a node's inputs their values, or link them to another node's output."""
        for key, value in inputs.items():
            if isinstance(value, bpy.types.NodeSocket):
                self.material.node_tree.links.new(value, node.inputs[key])
            else:
                node.inputs[key].default_value = value

    def add(self, kind: str, inputs: Mapping[str | int, Any], **settings: Any) -> Any:
        """Add a node."""
        node = self.nodes.new(f"ShaderNode{kind}")
        for name, value in settings.items():
            setattr(node, name, value)
        self.set(node, inputs)
        return node

    def look(self, **inputs: Any) -> None:
        """Set inputs of the surface, `base_color` for "Base Color"."""
        names = {"specular": "Specular IOR Level"}
        self.set(
            self.shader,
            {names.get(k, k.replace("_", " ").title().replace("Ior", "IOR")): v for k, v in inputs.items()},
        )

    def place(self) -> Socket:
        """Return a point's place in its object, moved by the object, so that no two have the same pattern."""
        random = self.add("ObjectInfo", {}).outputs["Random"]
        moved = self.add(
            "CombineXYZ", {k: self.math("MULTIPLY", random, f) for k, f in enumerate((37, 71, 53))}
        )
        inside = self.add("TexCoord", {}).outputs["Object"]
        return self.add("VectorMath", {0: inside, 1: moved.outputs[0]}, operation="ADD").outputs[0]

    def stretch(self, place: Socket, factors: tuple[float, float, float]) -> Socket:
        """Return the place with each axis multiplied."""
        return self.add("VectorMath", {0: place, 1: factors}, operation="MULTIPLY").outputs[0]

    def noise(self, place: Socket, scale: float, detail: float = 4, **inputs: float) -> Socket:
        """Return noise about 0.5."""
        named: dict[str | int, Any] = {name.title(): value for name, value in inputs.items()}
        return self.add("TexNoise", {"Vector": place, "Scale": scale, "Detail": detail, **named}).outputs[0]

    def cells(self, place: Socket, scale: float, **settings: Any) -> Any:
        """Add a texture of cells around random centres."""
        return self.add("TexVoronoi", {"Vector": place, "Scale": scale}, **settings)

    def math(self, operation: str, *values: Any) -> Socket:
        """Add a math node with these inputs; return its output."""
        return self.add("Math", dict(enumerate(values)), operation=operation).outputs[0]

    def span(self, value: Socket, low: float, high: float, start: float = 0, end: float = 1) -> Socket:
        """Return `start` below `low`, `end` above `high`, and evenly what is between."""
        return self.add("MapRange", {0: value, 1: low, 2: high, 3: start, 4: end}).outputs[0]

    def ramp(self, value: Socket, stops: Stops) -> Socket:
        """Return the colour at a value."""
        node = self.add("ValToRGB", {0: value})
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (at, color) in zip(elements, stops, strict=True):
            element.position, element.color = at, (*color, 1)
        return node.outputs[0]

    def mix(self, factor: Any, first: Any, second: Any) -> Socket:
        """Mix two colours."""
        node = self.add("Mix", {}, data_type="RGBA")
        for key, value in (("Factor", factor), ("A", first), ("B", second)):
            self.set(node, {key: (*value, 1) if isinstance(value, tuple) else value})
        return node.outputs["Result"]

    def bump(self, height: Socket, strength: float, distance: float) -> None:
        """Let heights roughen the surface."""
        node = self.add("Bump", {"Height": height, "Strength": strength, "Distance": distance})
        self.look(normal=node.outputs[0])

    def clear_shadow(self, tint: Color, core: Color | None = None) -> None:
        """Let light through to what lies behind, tinted, without tracing how it is refracted.

        A ball gathers light: `core` is the tint near the middle of its shadow.
        """
        color: Any = (*tint, 1)
        if core:
            aside = self.add("LayerWeight", {"Blend": 0.5}).outputs["Facing"]
            color = self.ramp(aside, ((0.03, core), (0.26, tint)))
        ray = self.add("LightPath", {}).outputs["Is Shadow Ray"]
        through = self.add("BsdfTransparent", {"Color": color}).outputs[0]
        node = self.add("MixShader", {0: ray, 1: self.shader.outputs[0], 2: through})
        self.set(self.output, {"Surface": node.outputs[0]})


def rudraksha(bead: Character) -> Any:
    """Return the material of a bead, from the height, dust and tone at each point of its mesh."""
    graph = Graph("bead")
    height, dust, tone = (
        graph.add("Attribute", {}, attribute_name=name).outputs["Fac"] for name in ("height", "dust", "tone")
    )
    inside = graph.add("TexCoord", {}).outputs["Object"]
    level = graph.math("MULTIPLY_ADD", graph.noise(inside, 34, 7), 0.34, graph.math("MULTIPLY", height, 0.78))
    level = graph.math("MULTIPLY_ADD", tone, 0.20, level)
    color = graph.ramp(level, ((0.36, bead.tone.recess), (0.70, bead.tone.face), (1.0, bead.tone.top)))
    graph.look(base_color=graph.mix(dust, color, tuple(0.5 * c for c in bead.tone.recess)))
    graph.look(roughness=graph.span(height, 0, 1, 0.9, 0.62 - 0.30 * bead.oil))
    graph.look(specular=0.28 + 0.22 * bead.oil)
    graph.bump(graph.noise(inside, 70, 5), 0.5, 0.02)
    return graph.material


def wood(name: str, colors: Stops, *, grain: float = 1.0, shine: float = 0.3) -> Any:
    """Return turned wood: year rings, fibres across the hole, pores."""
    graph = Graph(name)
    place = graph.place()
    fibre = graph.noise(graph.stretch(place, (0.9, 11, 11)), 2.0, 6)
    ring = graph.noise(graph.stretch(place, (0.12, 1, 1)), 1.5, 2)
    ring = graph.math("PINGPONG", graph.math("MULTIPLY", ring, 9.0), 0.5)
    level = graph.math("MULTIPLY_ADD", ring, 0.55 * grain, graph.math("MULTIPLY", fibre, 0.85))
    pores = graph.span(graph.noise(graph.stretch(place, (1.6, 20, 20)), 2.4, 2), 0.60, 0.68)
    color = graph.mix(graph.math("MULTIPLY", pores, 0.55 * grain), graph.ramp(level, colors), colors[0][1])
    graph.look(base_color=color, roughness=0.42 - 0.2 * shine, specular=0.4, coat_weight=0.5 * shine)
    graph.look(coat_roughness=0.12)
    graph.bump(graph.math("MULTIPLY", graph.math("ADD", fibre, pores), -1.0), 0.12 * grain, 0.02)
    return graph.material


def polished(name: str, colors: Stops, *, scale: float = 1.1, depth: float = 0.0, **noise: float) -> Any:
    """Return a polished stone with clouds of colour; light goes `depth` into it."""
    graph = Graph(name)
    clouds = graph.noise(graph.place(), scale, 7, **{"distortion": 0.5, **noise})
    graph.look(base_color=graph.ramp(clouds, colors), roughness=0.10, specular=0.5, coat_weight=0.4)
    graph.look(coat_roughness=0.03)
    if depth:
        graph.look(subsurface_weight=0.75, subsurface_radius=(1.0, 0.75, 0.8), subsurface_scale=depth)
    return graph.material


def banded(name: str, colors: Stops) -> Any:
    """Return malachite: bands around centres, fine ones within broad ones."""
    graph = Graph(name)
    place = graph.place()
    warp = graph.noise(place, 1.3, 3)
    moved = graph.add("VectorMath", {0: place, 1: graph.stretch(warp, (0.5, 0.5, 0.5))}, operation="ADD")
    distance = graph.cells(moved.outputs[0], 0.85, feature="SMOOTH_F1").outputs["Distance"]
    broad = graph.math("PINGPONG", graph.math("MULTIPLY", distance, 7.0), 1.0)
    fine = graph.math("PINGPONG", graph.math("MULTIPLY", distance, 29.0), 1.0)
    level = graph.math("MULTIPLY_ADD", fine, 0.42, graph.math("MULTIPLY", broad, 0.58))
    graph.look(base_color=graph.ramp(level, colors), roughness=0.12, specular=0.5, coat_weight=0.4)
    return graph.material


def veined(name: str, ground: Stops, vein: Color, *, amount: float, flecks: float = 0.0) -> Any:
    """Return blue stone with pale veins, and with flecks of pyrite where they gather along the veins."""
    graph = Graph(name)
    place = graph.place()
    base = graph.ramp(graph.noise(place, 1.6, 6), ground)
    bent = graph.noise(place, 0.9, 8, roughness=0.66, distortion=0.9)
    near = graph.math("ABSOLUTE", graph.math("SUBTRACT", bent, 0.5))
    patch = graph.span(graph.noise(place, 0.8, 4), 0.50 - amount * 0.35, 0.70)
    width = graph.math("MULTIPLY", patch, 0.045 * amount + 0.004)
    line = graph.math("SUBTRACT", 1.0, graph.span(graph.math("DIVIDE", near, width), 0.25, 1.0))
    strong = graph.math("MULTIPLY", line, graph.span(patch, 0.1, 0.6))
    color = graph.mix(graph.math("MULTIPLY", strong, 0.92), base, vein)
    graph.look(roughness=0.10, specular=0.5, coat_weight=0.4)
    if flecks:
        cell = graph.cells(place, 14.0, feature="F1")
        size = graph.math("MULTIPLY", cell.outputs["Color"], 0.40)
        here = graph.math("LESS_THAN", cell.outputs["Distance"], size)
        gather = graph.span(near, 0.10 * flecks, 0.02)
        patch = graph.span(graph.noise(place, 1.9, 5), 0.40, 0.60)
        gold = graph.math(
            "MULTIPLY", here, graph.math("GREATER_THAN", graph.math("MULTIPLY", gather, patch), 0.16)
        )
        color = graph.mix(gold, color, (0.72, 0.50, 0.20))
        graph.look(metallic=gold, roughness=graph.span(gold, 0, 1, 0.10, 0.28))
    graph.look(base_color=color)
    return graph.material


def aventurine(name: str) -> Any:
    """Return green quartz with glinting plates of mica."""
    graph = Graph(name)
    place = graph.place()
    base = graph.ramp(
        graph.noise(place, 1.5, 7, distortion=0.4),
        ((0.30, (0.012, 0.110, 0.040)), (0.55, (0.026, 0.180, 0.068)), (0.75, (0.060, 0.27, 0.115))),
    )
    cell = graph.cells(place, 13.0, feature="F1")
    small = graph.math(
        "LESS_THAN", cell.outputs["Distance"], graph.math("MULTIPLY", cell.outputs["Color"], 0.34)
    )
    plates = graph.math("MULTIPLY", small, graph.span(graph.noise(place, 2.0, 3), 0.36, 0.58))
    graph.look(base_color=graph.mix(graph.math("MULTIPLY", plates, 0.7), base, (0.45, 0.72, 0.46)))
    graph.look(
        roughness=0.12, metallic=graph.math("MULTIPLY", plates, 0.3), coat_weight=0.5, coat_roughness=0.03
    )
    graph.look(subsurface_weight=0.3, subsurface_radius=(0.5, 1.0, 0.6), subsurface_scale=0.12)
    return graph.material


def quartz(
    name: str,
    colors: Stops,
    body: Color,
    density: float,
    shadow: Color,
    *,
    haze: float,
    core: Color | None = None,
    edge: Color | None = None,
) -> Any:
    """Return translucent quartz: colour in zones, deeper where the stone is thicker, milky veils."""
    graph = Graph(name)
    place = graph.place()
    zones = graph.noise(graph.stretch(place, (0.45, 0.45, 2.6)), 1.1, 4, distortion=0.3)
    veils = graph.noise(place, 1.5, 7, roughness=0.62, distortion=0.9)
    level = graph.math("MULTIPLY_ADD", zones, 0.7, graph.math("MULTIPLY", veils, 0.3))
    milky = graph.span(veils, 0.68 - 0.4 * haze, 0.70, 0.03, haze)
    color = graph.ramp(level, colors)
    if edge:
        aside = graph.add("LayerWeight", {"Blend": 0.5}).outputs["Facing"]
        color = graph.mix(graph.span(aside, 0.45, 0.90), color, edge)
    graph.look(base_color=color, ior=1.544, roughness=graph.span(milky, 0, 1, 0.02, 0.25))
    graph.look(transmission_weight=graph.math("SUBTRACT", 1.0, milky), coat_weight=0.3, coat_roughness=0.02)
    depth = graph.add("VolumeAbsorption", {"Color": (*body, 1), "Density": density})
    graph.set(graph.output, {"Volume": depth.outputs[0]})
    graph.clear_shadow(shadow, core)
    return graph.material


def amethyst(density: float) -> Any:
    """Return amethyst, the darker the denser."""
    return quartz("amethyst", AMETHYST, (0.46, 0.20, 0.74), density, (0.44, 0.38, 0.48), haze=0.55)


def rock_crystal() -> Any:
    """Return clear quartz, a cloud or a thread in it here and there, which glass has not."""
    return quartz(
        "rock crystal",
        CLEAR,
        (0.72, 0.75, 0.77),
        0.75,
        (0.08, 0.08, 0.085),
        haze=0.45,
        core=(0.85, 0.84, 0.82),
        edge=(0.06, 0.063, 0.066),
    )


AMETHYST: Final = (
    (0.34, (0.300, 0.130, 0.560)), (0.46, (0.560, 0.360, 0.800)), (0.56, (0.800, 0.670, 0.930)),
    (0.68, (0.930, 0.870, 0.960)),
)  # fmt: skip
ROSE: Final = ((0.30, (0.700, 0.270, 0.275)), (0.50, (0.800, 0.380, 0.375)), (0.70, (0.890, 0.620, 0.600)))
LAPIS: Final = ((0.30, (0.006, 0.010, 0.085)), (0.52, (0.014, 0.026, 0.215)), (0.75, (0.040, 0.075, 0.360)))
SODALITE: Final = (
    (0.30, (0.013, 0.026, 0.110)), (0.55, (0.030, 0.062, 0.240)), (0.78, (0.085, 0.140, 0.370)),
)  # fmt: skip
CARNELIAN: Final = (
    (0.30, (0.330, 0.018, 0.004)), (0.46, (0.560, 0.050, 0.010)), (0.60, (0.700, 0.110, 0.020)),
    (0.76, (0.800, 0.270, 0.065)),
)  # fmt: skip
JASPER: Final = (
    (0.30, (0.070, 0.010, 0.007)), (0.47, (0.210, 0.027, 0.016)), (0.62, (0.290, 0.045, 0.026)),
    (0.80, (0.360, 0.100, 0.062)),
)  # fmt: skip
MALACHITE: Final = (
    (0.15, (0.003, 0.040, 0.024)), (0.50, (0.010, 0.125, 0.074)), (0.85, (0.062, 0.285, 0.180)),
)  # fmt: skip
YELLOW: Final = (
    (0.28, (0.150, 0.062, 0.014)), (0.42, (0.440, 0.215, 0.036)), (0.58, (0.610, 0.330, 0.060)),
    (0.78, (0.720, 0.490, 0.170)),
)  # fmt: skip
CLEAR: Final = ((0.34, (0.700, 0.710, 0.720)), (0.48, (0.900, 0.903, 0.906)), (0.68, (0.980, 0.980, 0.980)))
MILK: Final = ((0.30, (0.800, 0.800, 0.810)), (0.60, (0.900, 0.900, 0.905)), (0.80, (0.960, 0.960, 0.960)))

STONES: Final[Mapping[str, Callable[[], Any]]] = {
    "amethyst": lambda: amethyst(1.3),
    "rose quartz": lambda: polished("rose quartz", ROSE, scale=1.0, depth=0.20),
    "carnelian": lambda: polished("carnelian", CARNELIAN, scale=0.8, depth=0.10, distortion=1.4),
    "red jasper": lambda: polished("red jasper", JASPER, scale=0.9, distortion=1.2, roughness=0.62),
    "yellow jasper": lambda: polished("yellow jasper", YELLOW, scale=1.0, distortion=1.6, roughness=0.66),
    "milky quartz": lambda: quartz("milk", MILK, (0.80, 0.82, 0.84), 0.25, (0.45, 0.45, 0.45), haze=0.95),
    "black": lambda: plain_material("black", (0.006, 0.006, 0.0065), roughness=0.035, specular=0.55),
    "malachite": lambda: banded("malachite", MALACHITE),
    "lapis lazuli": lambda: veined("lapis lazuli", LAPIS, (0.42, 0.46, 0.58), amount=0.18, flecks=1.0),
    "sodalite": lambda: veined("sodalite", SODALITE, (0.80, 0.82, 0.86), amount=0.70),
    "aventurine": lambda: aventurine("aventurine"),
}
