import { ModelFault } from '../../contract/faults.ts';
import { fromHalf, toHalf } from './float16.ts';

/**
 * The subset of ONNX Runtime that the loop uses. This folder imports nothing from Node or the browser, so the same loop
 * runs on onnxruntime-node in a process and on onnxruntime-web in a tab.
 */
export interface Session {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
}

/** A graph's declared input or output. Exports of the same model differ in all of these. */
export interface Port {
  name: string;
  /** ONNX Runtime's type name: float32, float16, int64… */
  type: string;
  /** null for any size */
  dims: readonly (number | null)[];
}

export interface Tensor {
  type: string;
  dims: readonly number[];
  /** float16 as raw bits */
  data: Float32Array | Uint16Array | Int32Array | BigInt64Array;
}

/** Converts numbers to the graph's type. Floats for a float graph aren't copied: a run only reads them. */
export function toTensor(port: Port, values: ArrayLike<number>, dims: readonly number[]): Tensor {
  const { type } = port;
  if (type === 'float32')
    return { type, dims, data: values instanceof Float32Array ? values : Float32Array.from(values) };
  if (type === 'float16') return { type, dims, data: toHalf(values) };
  if (type === 'int32') return { type, dims, data: Int32Array.from(values) };
  if (type === 'int64') return { type, dims, data: BigInt64Array.from(Array.from(values), BigInt) };
  throw new ModelFault(`its input ${port.name} has the unsupported type ${type}`);
}

/** Converts a tensor of any numeric type to floats. */
export function toFloats({ type, data }: Tensor): Float32Array {
  if (type === 'float32' && data instanceof Float32Array) return data;
  if (type === 'float16' && data instanceof Uint16Array) return fromHalf(data);
  return Float32Array.from(data as ArrayLike<number | bigint>, Number);
}
