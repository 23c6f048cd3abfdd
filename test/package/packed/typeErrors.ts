import { join } from 'node:path';
import ts from 'typescript';

/** What a merchant may have as `moduleResolution`, with the `module` that goes with it. */
const SETTINGS = {
  node16: { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
  nodenext: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
};

/**
 * What the compiler says about a file, and about every declaration of our package that it reaches. Not about those of others
 * (the DOM, Node, React), which are most of a compiler's work and none of ours.
 */
export function typeErrors(folder: string, file: string, setting: keyof typeof SETTINGS): string[] {
  const path = join(folder, file);
  const options: ts.CompilerOptions = {
    ...SETTINGS[setting],
    noEmit: true,
    strict: true,
    target: ts.ScriptTarget.ES2022,
    types: ['node'],
    typeRoots: [join(folder, 'node_modules/@types')],
  };
  const program = ts.createProgram([path], options, ts.createCompilerHost(options));
  const looked = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName === path || fileName.includes('/hpp-checkout/dist/'));
  const found = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...looked.flatMap((one) => [
      ...program.getSyntacticDiagnostics(one),
      ...program.getSemanticDiagnostics(one),
    ]),
  ];
  return found.map(
    ({ file: at, messageText }) =>
      `${at?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  );
}
