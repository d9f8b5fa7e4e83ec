// Compiles the shaders with Tint, the compiler of Chromium, besides wgpu's: both must take them without a word. It needs no adapter.
// `node tint.mjs FOLDER`: the folder in which the npm package `webgpu` is installed.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { create } = await import(createRequire(`${process.argv[2]}/`).resolve('webgpu'));
const adapter = await create(['backend=null']).requestAdapter();
const device = await adapter.requestDevice({ requiredLimits: { maxStorageBuffersPerShaderStage: 7 } });
const read = (name) => readFileSync(new URL(`../src/shaders/${name}.wgsl`, import.meta.url), 'utf8');

let faults = 0;
let pipelines = 0;
const shaders = { invert: ['invert'], pairs: ['pairs'], buffer: ['paint', 'test', 'test_painted'], crowd: ['link', 'find'] };
for (const [name, entries] of Object.entries(shaders)) {
  const before = name === 'invert' ? read('wide') : read('wide') + read('sprite');
  const module = device.createShaderModule({ code: before + read(name) });
  for (const { type, lineNum, message } of (await module.getCompilationInfo()).messages) {
    console.log(`${name}: ${type} in line ${lineNum}: ${message}`);
    faults += 1;
  }
  const questions = name === 'pairs' ? [0, 1, 2].map((QUESTION) => ({ QUESTION })) : [{}];
  for (const entryPoint of entries) {
    for (const constants of questions) {
      await device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint, constants } });
      pipelines += 1;
    }
  }
}
console.log(`${pipelines} pipelines, ${faults} complaints`);
process.exit(faults === 0 ? 0 : 1);
