/** Files of a Whisper model in the ONNX layout that browsers need. */
export const VOICE_MODEL_FILES = [
  'config.json',
  'generation_config.json',
  'preprocessor_config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'onnx/encoder_model.onnx',
  'onnx/decoder_model_merged_q4.onnx',
];
