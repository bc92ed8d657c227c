/**
 * Protobuf schemas of device profiles: the subset of proto3 that payloads may use.
 *
 * The last message of a schema is the payload. Options, imports, services, extensions, groups, reserved names and
 * default values are rejected, as in ThingsBoard.
 */

/** Maximum UTF-16 units of one schema. */
export const protoSchemaLengthMax = 100_000
/** Maximum nesting of messages. */
const depthMax = 16

export interface ProtoField {
  /** null: no label. */
  readonly label: 'optional' | 'repeated' | null
  /** Scalar type, or name of a message or enum. */
  readonly type: string
  readonly name: string
  readonly number: number
}

export interface ProtoMessage {
  readonly name: string
  readonly fields: readonly ProtoField[]
  /** Nested message declarations. */
  readonly messages: readonly ProtoMessage[]
  readonly enums: readonly string[]
}

export interface ProtoSchema {
  readonly messages: readonly ProtoMessage[]
  readonly enums: readonly string[]
}

/** Maximum UTF-16 units of a schema word in an error message. */
const quotedWordMax = 60

/** Problem of a schema. The message is shown after the schema's name and cuts long words of the schema. */
export class ProtoSchemaError extends Error {
  override readonly name = 'ProtoSchemaError'

  constructor(message: string) {
    super(message.replace(/[^\s"]{61,}/g, (word) => `${word.slice(0, quotedWordMax)}…`))
  }
}

const scalars = new Set(
  'double float int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 bool string bytes'.split(' '),
)
const rejectedWords: ReadonlyMap<string, string> = new Map([
  ['option', 'options'],
  ['import', 'imports'],
  ['extend', 'extensions'],
  ['extensions', 'extensions'],
  ['group', 'groups'],
  ['reserved', 'reserved names'],
  ['service', 'services'],
  ['required', 'required fields'],
])

const tokenPattern =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|"[^"\n]*"|'[^'\n]*'|[A-Za-z_][\w.]*|\.[A-Za-z_][\w.]*|-?\d\w*|[{}[\]()<>=;,]/y

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < text.length) {
    const at = tokenPattern.lastIndex
    const match = tokenPattern.exec(text)
    if (!match) throw new ProtoSchemaError(`"${text.slice(at, at + 20)}" is not understood`)
    const [token] = match
    if (!/^\s|^\/[/*]/.test(token)) tokens.push(token)
  }
  return tokens
}

/** Throws `ProtoSchemaError`. */
export function parseProtoSchema(text: string): ProtoSchema {
  if (text.length > protoSchemaLengthMax) {
    throw new ProtoSchemaError(`has ${text.length} characters; the limit is ${protoSchemaLengthMax}`)
  }
  const tokens = tokensOf(text)
  let at = 0
  const peek = () => tokens[at]
  function next(what: string): string {
    const token = tokens[at++]
    if (token === undefined) throw new ProtoSchemaError(`ends where ${what} is expected`)
    return token
  }
  function expect(wanted: string) {
    const token = next(`"${wanted}"`)
    if (token !== wanted) throw new ProtoSchemaError(`has "${token}" where "${wanted}" is expected`)
  }
  function identifier(what: string): string {
    const token = next(what)
    if (!/^[A-Za-z_]\w*$/.test(token)) throw new ProtoSchemaError(`has "${token}" where ${what} is expected`)
    return token
  }
  function typeName(): string {
    const token = next('a type')
    if (rejectedWords.has(token)) reject(token)
    if (!/^\.?[A-Za-z_][\w.]*$/.test(token)) throw new ProtoSchemaError(`has "${token}" where a type is expected`)
    return token
  }
  function reject(word: string): never {
    throw new ProtoSchemaError(`uses ${rejectedWords.get(word) ?? word}, which are not supported`)
  }
  function number(): number {
    const token = next('a number')
    const value = Number(token)
    if (!Number.isInteger(value)) throw new ProtoSchemaError(`has "${token}" where a number is expected`)
    return value
  }
  function endOfField() {
    if (peek() === '[') throw new ProtoSchemaError('uses options or default values of fields, which are not supported')
    expect(';')
  }

  function field(label: ProtoField['label']): ProtoField {
    let type = typeName()
    if (type === 'map' && peek() === '<') {
      expect('<')
      const key = typeName()
      expect(',')
      type = `map<${key},${typeName()}>`
      expect('>')
    }
    const name = identifier('the name of a field')
    expect('=')
    const value = number()
    if (value < 1 || value > 536_870_911 || (value >= 19_000 && value <= 19_999)) {
      throw new ProtoSchemaError(`gives the field ${name} the number ${value}, which fields cannot have`)
    }
    endOfField()
    return { label, type, name, number: value }
  }

  function enumeration(): string {
    const name = identifier('the name of an enumeration')
    expect('{')
    let isFirst = true
    while (peek() !== '}') {
      if (peek() === ';') {
        at++
        continue
      }
      const value = next('a value of an enumeration')
      if (rejectedWords.has(value)) reject(value)
      expect('=')
      if (number() !== 0 && isFirst)
        throw new ProtoSchemaError(`begins the enumeration ${name} with another value than 0`)
      isFirst = false
      endOfField()
    }
    expect('}')
    if (isFirst) throw new ProtoSchemaError(`has the enumeration ${name} without values`)
    return name
  }

  function message(depth: number): ProtoMessage {
    if (depth > depthMax) throw new ProtoSchemaError(`has more than ${depthMax} messages inside each other`)
    const name = identifier('the name of a message')
    const fields: ProtoField[] = []
    const messages: ProtoMessage[] = []
    const enums: string[] = []
    expect('{')
    for (;;) {
      const word = peek()
      if (word === undefined) throw new ProtoSchemaError(`ends inside the message ${name}`)
      if (word === '}') break
      if (word === ';') at++
      else if (word === 'message') {
        at++
        messages.push(message(depth + 1))
      } else if (word === 'enum') {
        at++
        enums.push(enumeration())
      } else if (word === 'oneof') {
        at++
        identifier('the name of a oneof')
        expect('{')
        while (peek() !== '}') fields.push(field(null))
        expect('}')
      } else if (rejectedWords.has(word)) reject(word)
      else {
        const label = word === 'optional' || word === 'repeated' ? word : null
        if (label) at++
        fields.push(field(label))
      }
    }
    expect('}')
    unique(name, fields)
    return { name, fields, messages, enums }
  }

  const messages: ProtoMessage[] = []
  const enums: string[] = []
  if (peek() !== 'syntax') throw new ProtoSchemaError('must begin with syntax = "proto3"')
  at++
  expect('=')
  if (!/^["']proto3["']$/.test(next('the syntax'))) throw new ProtoSchemaError('must have the syntax "proto3"')
  expect(';')
  while (at < tokens.length) {
    const word = next('a message')
    if (word === ';') continue
    if (word === 'package') {
      typeName()
      expect(';')
    } else if (word === 'message') messages.push(message(1))
    else if (word === 'enum') enums.push(enumeration())
    else if (rejectedWords.has(word)) reject(word)
    else throw new ProtoSchemaError(`has "${word}" where a message is expected`)
  }
  if (messages.length === 0) throw new ProtoSchemaError('has no message')
  const schema = { messages, enums }
  for (const each of messages) checkTypes(each, [schema])
  return schema
}

function unique(message: string, fields: readonly ProtoField[]) {
  const seen = new Set<string | number>()
  for (const { name, number } of fields) {
    if (seen.has(name)) throw new ProtoSchemaError(`has the field ${name} twice in the message ${message}`)
    if (seen.has(number)) throw new ProtoSchemaError(`has the number ${number} twice in the message ${message}`)
    seen.add(name).add(number)
  }
}

/** Every type must be a scalar or declared in the schema. For names with a package, only the last part counts. */
function checkTypes(message: ProtoMessage, scopes: readonly ProtoSchema[]) {
  const inside = [message, ...scopes]
  for (const { type, name } of message.fields) {
    for (const each of type.startsWith('map<') ? type.slice(4, -1).split(',') : [type]) {
      const last = each.split('.').at(-1) ?? ''
      const isKnown =
        scalars.has(each) ||
        each.includes('.') ||
        inside.some(({ messages, enums }) => enums.includes(last) || messages.some((known) => known.name === last))
      if (!isKnown) throw new ProtoSchemaError(`has the field ${name} of the type ${each}, which is not declared`)
    }
  }
  for (const each of message.messages) checkTypes(each, inside)
}

/** Message type of payloads: the last one in the schema. */
export const payloadMessage = ({ messages }: ProtoSchema): ProtoMessage => messages[messages.length - 1] as ProtoMessage

/** Throws `ProtoSchemaError` if telemetry can't be read with the schema. */
export function checkTelemetrySchema(text: string): void {
  const schema = parseProtoSchema(text)
  const { name, fields, messages } = payloadMessage(schema)
  if (fields.length === 0) throw new ProtoSchemaError(`has no fields in the message ${name}`)
  const ts = fields.find((field) => field.name === 'ts')
  const values = fields.find((field) => field.name === 'values')
  if (fields.length !== 2 || !ts || !values) return
  if (ts.type !== 'int64' || ts.label !== 'optional') {
    throw new ProtoSchemaError(`must declare ts of the message ${name} as optional int64`)
  }
  if (![...messages, ...schema.messages].some((message) => message.name === values.type)) {
    throw new ProtoSchemaError(`must declare values of the message ${name} as a message`)
  }
}

export function checkAttributesSchema(text: string): void {
  const { name, fields } = payloadMessage(parseProtoSchema(text))
  if (fields.length === 0) throw new ProtoSchemaError(`has no fields in the message ${name}`)
}

export function checkRpcRequestSchema(text: string): void {
  const { name, fields } = payloadMessage(parseProtoSchema(text))
  const typeOf = (field: string) => fields.find((each) => each.name === field && each.label !== 'repeated')?.type
  const isRequest =
    fields.length === 3 &&
    typeOf('method') === 'string' &&
    typeOf('requestId') === 'int32' &&
    typeOf('params') !== undefined
  if (!isRequest) {
    throw new ProtoSchemaError(
      `must have three fields in the message ${name}: string method, int32 requestId and params`,
    )
  }
}

export function checkRpcResponseSchema(text: string): void {
  parseProtoSchema(text)
}

/** Schema checks by field of the profile; each throws `ProtoSchemaError`. */
export const protoSchemaChecks = {
  deviceTelemetryProtoSchema: checkTelemetrySchema,
  deviceAttributesProtoSchema: checkAttributesSchema,
  deviceRpcRequestProtoSchema: checkRpcRequestSchema,
  deviceRpcResponseProtoSchema: checkRpcResponseSchema,
} as const
export type ProtoSchemaField = keyof typeof protoSchemaChecks
