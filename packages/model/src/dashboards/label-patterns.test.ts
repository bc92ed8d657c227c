import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasVariables, labelOf } from './label-patterns.ts'

const variable = (name: string) => `\${${name}}`

test('labels carry the names of what they belong to', () => {
  const names = { entityName: 'Pump P-01', entityLabel: '', aliasName: 'Pumps', dsName: 'ds' }
  const pattern = `${variable('entityName')} of ${variable('aliasName')} ${variable('unknown')}`
  assert.equal(labelOf(pattern, names), `Pump P-01 of Pumps ${variable('unknown')}`)
  assert.equal(labelOf(variable('entityLabel'), names), 'Pump P-01')
  assert.equal(hasVariables('level'), false)
  assert.equal(hasVariables(pattern), true)
})
