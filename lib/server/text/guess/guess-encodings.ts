import { multiByteModels, scoreMultiByte, type MultiByteName } from "./score-multi-byte";
import { scoreSingleByte, singleByteModels, type SingleByteName } from "./score-single-byte";

export type Guess = { encoding: MultiByteName | SingleByteName; score: number };

const names = {
  multi: Object.keys(multiByteModels) as MultiByteName[], // their keys
  single: Object.keys(singleByteModels) as SingleByteName[], // their keys
};

/**
 * What a text that is neither ASCII nor Unicode may be written in, likeliest first, each with the logarithm of how probable its bytes are then: by how often characters stand in
 * texts of a language, and by what stands beside what. A few high bytes among ASCII letters are Latin letters, however well they pair up.
 */
export function guessEncodings(bytes: Uint8Array): Guess[] {
  const multi = names.multi.map((encoding) => ({ encoding, score: scoreMultiByte(bytes, encoding) }));
  const single = names.single.map((encoding) => ({ encoding, score: scoreSingleByte(bytes, encoding) }));
  return [...multi, ...single]
    .filter((guess): guess is Guess => guess.score !== null)
    .sort((one, other) => other.score - one.score);
}
