import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseTelemetry } from './payload.ts'
import { telemetryParts } from './payload-parts.ts'

const inParts = (text: string, characters: number) =>
  [...telemetryParts(text, characters)].flatMap((part) => parseTelemetry(part))

/** Result of a parse, or its error. */
function outcome(parse: () => unknown): unknown {
  try {
    return parse()
  } catch (error) {
    return (error as Error).name
  }
}

const entry = fc.record({
  ts: fc.nat(),
  values: fc.dictionary(
    fc.string({ minLength: 1, maxLength: 10 }).filter((key) => key.trim() === key && key !== ''),
    fc.jsonValue({ maxDepth: 2 }),
  ),
})

test('parts hold what the whole holds', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 30 }),
      fc.nat({ max: 60 }),
      fc.constantFrom(0, 1, 2),
      (entries, characters, space) => {
        const text = JSON.stringify(entries, null, space)
        assert.deepEqual(
          outcome(() => inParts(text, characters)),
          outcome(() => parseTelemetry(text)),
        )
      },
    ),
  )
})

test('what is no JSON is none in parts either', () => {
  const item = '{"ts":1,"values":{"a":"]},{[\\""}}'
  const wrong = [
    '[',
    `[${item}`,
    `[${item},`,
    `[${item},]`,
    `[${item},,${item}]`,
    `[${item}]]`,
    `[${item}] x`,
    `[${item}}`,
    `${item}]`,
    `[${item} ${item}]`,
  ]
  for (const text of [
    ...wrong,
    `[${item}]`,
    `[${item},${item}]`,
    ` [ ${item} , ${item} ] `,
    item,
    '[]',
    '[ ]',
    '',
    'null',
  ]) {
    for (const characters of [0, 1, 10, 1000]) {
      assert.deepEqual(
        outcome(() => inParts(text, characters)),
        outcome(() => parseTelemetry(text)),
        `${text} by ${characters}`,
      )
    }
  }
})

test('a long list has parts of about so many characters', () => {
  const text = JSON.stringify(Array.from({ length: 10_000 }, (_, i) => ({ ts: i, values: { a: i } })))
  const lengths = [...telemetryParts(text, 10_000)].map(({ length }) => length)
  assert.ok(lengths.length > 20 && Math.max(...lengths) < 10_100, `${lengths.length}, ${Math.max(...lengths)}`)
})
