import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { allFaultsPartsMax, lazyValidators } from './lazy-validators.ts'

const schema = Type.Object({ name: Type.String(), items: Type.Array(Type.Object({ type: Type.String() })) })

function faultsOf(data: unknown): number {
  const options = { customOptions: { coerceTypes: false, removeAdditional: false } } as const
  const compile = lazyValidators().build({}, options)
  const validate = compile({ schema, method: 'POST', url: '/', httpPart: 'body' })
  return validate(data) === true ? 0 : ((validate as { errors?: readonly unknown[] }).errors?.length ?? 0)
}

test('of a small body all faults are found', () => {
  assert.equal(faultsOf({ name: 'a', items: [] }), 0)
  assert.equal(faultsOf({ items: [{}, {}, 7] }), 4)
})

test('of a large body the first fault is found, and no list of all is made', () => {
  const items = Array.from({ length: allFaultsPartsMax }, () => ({}))
  assert.equal(faultsOf({ name: 'a', items }), 1)
})
