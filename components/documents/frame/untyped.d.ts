// What the frames use of packages that come without types.

declare module "foliate-js/book" {
  type Contents = { label?: unknown; href: string; subitems?: readonly Contents[] | null };
  type Book = {
    sections: readonly { load?: () => string | Promise<string> }[];
    toc?: readonly Contents[] | null;
    resolveHref: (href: string) => { index: number } | null | Promise<{ index: number } | null>;
  };
}
declare module "foliate-js/epub.js" {
  import type { Book } from "foliate-js/book";
  class EPUB {
    constructor(loader: object);
    init(): Promise<Book>;
  }
}
declare module "foliate-js/comic-book.js" {
  import type { Book } from "foliate-js/book";
  function makeComicBook(loader: object, file: File): Promise<Book>;
}
declare module "foliate-js/fb2.js" {
  import type { Book } from "foliate-js/book";
  function makeFB2(blob: Blob): Promise<Book>;
}
declare module "foliate-js/mobi.js" {
  import type { Book } from "foliate-js/book";
  function isMOBI(file: File): Promise<boolean>;
  class MOBI {
    constructor(tools: { unzlib: unknown });
    open(file: File): Promise<Book>;
  }
}
declare module "foliate-js/vendor/fflate.js" {
  const unzlibSync: unknown;
}
declare module "foliate-js/vendor/zip.js" {
  type Writer<Content> = { getData(): Promise<Content> };
  const TextWriter: new () => Writer<string>;
  const BlobWriter: new (type?: string) => Writer<Blob>;
  const BlobReader: new (blob: Blob) => { readonly size: number };
  type Entry = {
    filename: string;
    uncompressedSize: number;
    getData<Content>(writer: Writer<Content>): Promise<Content>;
  };
  class ZipReader {
    constructor(reader: { readonly size: number });
    getEntries(): Promise<Entry[]>;
  }
  function configure(options: { useWebWorkers: boolean }): void;
}
declare module "opentype.js" {
  type Names = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
  type Font = {
    names: Readonly<Record<string, Names | undefined>>;
    numGlyphs: number;
    tables: { cmap?: { glyphIndexMap?: Readonly<Record<string, number>> } };
  };
  function parse(bytes: ArrayBuffer): Font;
}
declare module "three" {
  class Vector3 {
    x: number;
    y: number;
    z: number;
    set(x: number, y: number, z: number): this;
    add(other: Vector3): this;
    sub(other: Vector3): this;
    copy(other: Vector3): this;
    clone(): Vector3;
    length(): number;
    setFromSpherical(place: Spherical): this;
  }
  class Spherical {
    radius: number;
    phi: number;
    theta: number;
    setFromVector3(vector: Vector3): this;
    makeSafe(): this;
  }
  type Material = { wireframe: boolean };
  class Object3D {
    position: Vector3;
    isMesh?: boolean;
    material?: Material | Material[];
    add(...parts: Object3D[]): this;
    traverse(visit: (part: Object3D) => void): void;
  }
  class Scene extends Object3D {}
  class Box3 {
    setFromObject(object: Object3D): this;
    isEmpty(): boolean;
    getSize(into: Vector3): Vector3;
    getCenter(into: Vector3): Vector3;
  }
  class HemisphereLight extends Object3D {
    constructor(sky: number, ground: number, intensity: number);
  }
  class DirectionalLight extends Object3D {
    constructor(color: number, intensity: number);
  }
  class PerspectiveCamera extends Object3D {
    aspect: number;
    constructor(angle: number, aspect: number, near: number, far: number);
    updateProjectionMatrix(): void;
  }
  class WebGLRenderer {
    constructor(options: { canvas: HTMLCanvasElement; antialias: boolean; alpha: boolean });
    setPixelRatio(ratio: number): void;
    setSize(width: number, height: number, withStyle: boolean): void;
    render(scene: Scene, camera: PerspectiveCamera): void;
  }
  const DoubleSide: 2;
  class MeshStandardMaterial implements Material {
    wireframe: boolean;
    constructor(options: { color: number; roughness: number; side: typeof DoubleSide });
  }
  class BufferGeometry {
    rotateX(angle: number): this;
    computeVertexNormals(): void;
  }
  class Mesh extends Object3D {
    constructor(geometry: BufferGeometry, material: Material);
  }
}
declare module "three/examples/jsm/controls/OrbitControls.js" {
  import type { PerspectiveCamera, Vector3 } from "three";
  class OrbitControls {
    target: Vector3;
    constructor(camera: PerspectiveCamera, element: HTMLElement);
    addEventListener(type: "change", listener: () => void): void;
    update(): void;
  }
}
declare module "three/examples/jsm/loaders/GLTFLoader.js" {
  import type { Object3D } from "three";
  class GLTFLoader {
    parseAsync(bytes: ArrayBuffer, path: string): Promise<{ scene: Object3D }>;
  }
}
declare module "three/examples/jsm/loaders/OBJLoader.js" {
  import type { Object3D } from "three";
  class OBJLoader {
    parse(text: string): Object3D;
  }
}
declare module "three/examples/jsm/loaders/STLLoader.js" {
  import type { BufferGeometry } from "three";
  class STLLoader {
    parse(bytes: ArrayBuffer): BufferGeometry;
  }
}
