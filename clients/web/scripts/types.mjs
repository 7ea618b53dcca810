// Writes the types of the server's data (`src/lib/types.ts`), which follow from its JSON schema.

import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const SCHEMA = process.argv[2] ?? '../../docs/schema/page.schema.json';
const TYPES = 'src/lib/types.ts';

const HEAD = `// The data of the server and of recordings. Written by \`npm run types\` from their JSON schema.

type FieldsOf<T> = T extends unknown ? keyof T : never;
/** One of several variants; the fields that only others have are undefined. */
type OneOf<T, All = T> = T extends unknown
  ? T & { [Field in Exclude<FieldsOf<All>, keyof T>]?: undefined }
  : never;
`;

/** Keywords that say nothing about a type in TypeScript, or that are dealt with by others. */
const IGNORED = ['description', 'default', 'format', 'minimum', 'maximum', 'unevaluatedProperties'];

const literal = (value) => JSON.stringify(value);
const union = (types) => [...new Set(types)].map((type) => `(${type})`).join(' | ');

/** The width of a comment, with room for its indentation. */
const WIDTH = 88;

function comment({ description }) {
  if (!description) return '';
  const text = description.replace(/\s+/g, ' ').replaceAll('*/', '* /');
  if (text.length <= WIDTH) return `/** ${text} */\n`;
  const lines = text.replace(new RegExp(`(.{1,${WIDTH}})(?: |$)`, 'g'), ' * $1\n');
  return `/**\n${lines} */\n`;
}

/** The fields of an object. */
function fields({ properties, required = [] }) {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(schema)}${literal(name)}${mark}: ${typeOf(schema)};\n`;
  });
  return `{\n${lines.join('')}}`;
}

function object(schema) {
  const { properties, additionalProperties: others, oneOf } = schema;
  if (!properties) return `Record<string, ${typeOf(others)}>`;
  if (others) throw new Error(`an object has both fields and names: ${literal(schema)}`);
  return oneOf ? `${fields(schema)} & OneOf<${union(oneOf.map(typeOf))}>` : fields(schema);
}

function array({ items, prefixItems, minItems, maxItems }) {
  if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`;
  const item = typeOf(items);
  if (minItems === undefined || minItems !== maxItems) return `(${item})[]`;
  return `[${Array.from({ length: minItems }, () => item).join(', ')}]`;
}

function string({ pattern }) {
  if (!pattern) return 'string';
  const start = /^\^([a-z :]+)$/.exec(pattern)?.[1];
  if (!start) throw new Error(`there is no type for the pattern ${pattern}`);
  return `\`${start}\${string}\``;
}

/** The keywords of each type, and what they mean. */
const KINDS = {
  object: [object, ['properties', 'required', 'additionalProperties', 'oneOf']],
  array: [array, ['items', 'prefixItems', 'minItems', 'maxItems']],
  string: [string, ['pattern']],
  boolean: [() => 'boolean', []],
  integer: [() => 'number', []],
  number: [() => 'number', []],
  null: [() => 'null', []],
};

function nameIn(reference) {
  const name = /^#\/\$defs\/(\w+)$/.exec(reference)?.[1];
  if (!name) throw new Error(`what is ${reference}?`);
  return name;
}

/** The type of the values that are valid under a schema. */
function typeOf(schema) {
  if (schema === true) return 'unknown';
  const { $ref, const: only, enum: words, anyOf, oneOf, type } = schema;
  const kinds = [type ?? []].flat();
  let known = ['type'];
  let meaning;
  if ($ref !== undefined) [known, meaning] = [['$ref'], nameIn($ref)];
  else if (only !== undefined) [known, meaning] = [['type', 'const'], literal(only)];
  else if (words) [known, meaning] = [['type', 'enum'], union(words.map(literal))];
  else if (anyOf) [known, meaning] = [['anyOf'], union(anyOf.map(typeOf))];
  else if (oneOf && kinds.length === 0) [known, meaning] = [['oneOf'], union(oneOf.map(typeOf))];
  else if (kinds.length === 0) throw new Error(`there is no type for ${literal(schema)}`);
  else {
    known = known.concat(...kinds.map((kind) => KINDS[kind][1]));
    meaning = union(kinds.map((kind) => KINDS[kind][0](schema)));
  }
  // A keyword that is not understood would make the type too wide.
  const strange = Object.keys(schema).find((key) => ![...known, ...IGNORED].includes(key));
  if (strange) throw new Error(`\`${strange}\` is not understood: ${literal(schema)}`);
  return meaning;
}

function definition([name, schema]) {
  return `\n${comment(schema)}export type ${name} = ${typeOf(schema)};\n`;
}

/** What is said at each route. */
function routes(all) {
  const lines = Object.entries(all).map(([route, said]) => {
    const parts = Object.entries(said).map(([part, schema]) => `${part}: ${typeOf(schema)}`);
    return `${literal(route)}: { ${parts.join('; ')} };\n`;
  });
  return `\n/** What is said at each route. */\nexport interface Routes {\n${lines.join('')}}\n`;
}

const { routes: said, ...types } = JSON.parse(readFileSync(SCHEMA, 'utf8')).$defs;
const text = HEAD + Object.entries(types).map(definition).join('') + routes(said);
const style = { ...(await resolveConfig(TYPES)), parser: 'typescript' };
writeFileSync(TYPES, await format(text, style));
