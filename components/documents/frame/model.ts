import * as three from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { CannotShow, serveFrame } from "./frame-host";
import { loadModel } from "./load-model";
import { make, makeButton } from "./make-element";

/** A model that is turned by the pointer and the arrow keys. What lies in other files, such as textures, is not fetched. */
serveFrame(async (file, stage, { word, look }) => {
  const object = await loadModel(file);
  const box = new three.Box3().setFromObject(object);
  if (box.isEmpty()) throw new CannotShow("empty");
  const size = box.getSize(new three.Vector3());
  const radius = Math.max(size.length() / 2, 1e-6);
  object.position.sub(box.getCenter(new three.Vector3()));

  const scene = new three.Scene();
  scene.add(object, new three.HemisphereLight(0xffffff, 0x667788, 2));
  const sun = new three.DirectionalLight(0xffffff, 2);
  sun.position.set(1, 2, 3);
  scene.add(sun);
  const camera = new three.PerspectiveCamera(45, 1, radius / 100, radius * 100);
  const canvas = make("canvas", { tabIndex: 0, label: word("model"), role: "img" });
  const view = make("div", { className: "model" }, [canvas]);
  const renderer = makeRenderer(canvas);
  renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
  const controls = new OrbitControls(camera, canvas);
  const draw = () => renderer.render(scene, camera);
  controls.addEventListener("change", draw);
  const home = () => {
    camera.position.set(radius * 1.6, radius * 1.1, radius * 2);
    controls.target.set(0, 0, 0);
    controls.update();
    draw();
  };
  canvas.addEventListener("keydown", (event) => {
    const turns: Readonly<Record<string, [number, number, number]>> = {
      ArrowLeft: [-0.15, 0, 1],
      ArrowRight: [0.15, 0, 1],
      ArrowUp: [0, -0.15, 1],
      ArrowDown: [0, 0.15, 1],
      "+": [0, 0, 0.85],
      "-": [0, 0, 1.18],
    };
    const turn = turns[event.key];
    if (turn === undefined) return;
    event.preventDefault();
    const place = new three.Spherical().setFromVector3(camera.position.clone().sub(controls.target));
    place.theta += turn[0];
    place.phi += turn[1];
    place.radius *= turn[2];
    place.makeSafe();
    camera.position.copy(new three.Vector3().setFromSpherical(place).add(controls.target));
    controls.update();
    draw();
  });

  stage.replaceChildren(barOf(), view);
  new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = view;
    if (width === 0 || height === 0) return;
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    draw();
  }).observe(view);
  home();

  function barOf(): HTMLElement {
    const wires = makeButton(word("wireframe"), () => {
      const isOn = wires.getAttribute("aria-pressed") !== "true";
      wires.setAttribute("aria-pressed", String(isOn));
      object.traverse((part) => setWireframe(part, isOn));
      draw();
    });
    wires.setAttribute("aria-pressed", "false");
    return make("div", { className: "bar" }, [
      makeButton(word("resetView"), home),
      wires,
      make("span", { className: "grow" }),
      make("span", { className: "dim", textContent: measures(), dir: "ltr" }),
    ]);
  }
  function measures(): string {
    const format = new Intl.NumberFormat(look.locale, { maximumFractionDigits: 2 });
    return [size.x, size.y, size.z].map((length) => format.format(length)).join(" × ");
  }
});

function makeRenderer(canvas: HTMLCanvasElement) {
  try {
    return new three.WebGLRenderer({ canvas, antialias: true, alpha: true });
  } catch {
    throw new CannotShow("noGraphics");
  }
}

function setWireframe(part: three.Object3D, isOn: boolean): void {
  const { material } = part;
  for (const one of Array.isArray(material) ? material : [material]) if (one !== undefined) one.wireframe = isOn;
}
