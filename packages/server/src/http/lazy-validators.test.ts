import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { allFaultsPartsMax, lazyValidators } from './lazy-validators.ts'

const schema = Type.Object({ name: Type.String(), items: Type.Array(Type.Object({ type: Type.String() })) })

interface Fault {
  readonly instancePath: string
  readonly message: string
}

/** Validators of routes with these bodies; each returns the faults it finds. */
function validatorsOf(...schemas: object[]): ((data: unknown) => readonly Fault[])[] {
  const options = { customOptions: { coerceTypes: false, removeAdditional: false } } as const
  const compile = lazyValidators().build({}, options)
  return schemas.map((schema) => {
    const validate = compile({ schema, method: 'POST', url: '/', httpPart: 'body' })
    return (data) => (validate(data) === true ? [] : ((validate as { errors?: readonly Fault[] }).errors ?? []))
  })
}

const faultsOf = (data: unknown): number => validatorsOf(schema)[0]?.(data).length ?? 0

test('of a small body all faults are found', () => {
  assert.equal(faultsOf({ name: 'a', items: [] }), 0)
  assert.equal(faultsOf({ items: [{}, {}, 7] }), 4)
})

test('of a large body the first fault is found, and no list of all is made', () => {
  const items = Array.from({ length: allFaultsPartsMax }, () => ({}))
  assert.equal(faultsOf({ name: 'a', items }), 1)
})

test('what large bodies share finds the faults that it would find by itself, in the same places', () => {
  const filler = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`filler${at}`, Type.Optional(Type.Any())]))
  const padding = Object.fromEntries(
    Array.from({ length: 600 }, (_, at) => [`padding${at}`, Type.Optional(Type.Any())]),
  )
  const part = Type.Object({ name: Type.String(), size: Type.Number(), ...filler })
  const large = Type.Object({ part, parts: Type.Array(part), ...padding })
  const other = Type.Object({ parts: Type.Array(part), ...padding })
  const [ofLarge, ofOther] = validatorsOf(large, other)
  const placesOf = (faults: readonly Fault[] | undefined) =>
    faults?.map(({ instancePath, message }) => `${instancePath} ${message}`)
  const right = { name: 'a', size: 1 }
  assert.deepEqual(ofLarge?.({ part: right, parts: [right] }), [])
  assert.deepEqual(placesOf(ofLarge?.({ part: { name: 7 }, parts: [right, { ...right, size: 'b' }] })), [
    "/part must have required property 'size'",
    '/part/name must be string',
    '/parts/1/size must be number',
  ])
  assert.deepEqual(placesOf(ofOther?.({ parts: [right, { ...right, size: 'b' }] })), ['/parts/1/size must be number'])
})
