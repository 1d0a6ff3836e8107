import * as three from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { OBJLoader } from "three/examples/jsm/loaders/OBJLoader.js";
import { STLLoader } from "three/examples/jsm/loaders/STLLoader.js";
import type { FrameFile } from "./frame-host";

const plain = () => new three.MeshStandardMaterial({ color: 0x9fb4cc, roughness: 0.6, side: three.DoubleSide });

const loaders: Readonly<Record<string, (bytes: ArrayBuffer) => Promise<three.Object3D>>> = {
  glb: async (bytes) => (await new GLTFLoader().parseAsync(bytes, "")).scene,
  gltf: async (bytes) => (await new GLTFLoader().parseAsync(bytes, "")).scene,
  stl: async (bytes) => {
    const geometry = new STLLoader().parse(bytes);
    // Printers' models stand on their z axis.
    geometry.rotateX(-Math.PI / 2);
    geometry.computeVertexNormals();
    return new three.Mesh(geometry, plain());
  },
  obj: async (bytes) => {
    const object = new OBJLoader().parse(new TextDecoder().decode(bytes));
    object.traverse((part) => {
      if (part.isMesh === true) part.material = plain();
    });
    return object;
  },
};

/** The model of a file; its loader is chosen by the name's ending. */
export async function loadModel({ extension, bytes }: FrameFile): Promise<three.Object3D> {
  const load = loaders[extension];
  if (load === undefined) throw new Error(`no loader for ${extension}`);
  return load(bytes);
}
