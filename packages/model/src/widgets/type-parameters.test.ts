import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneValue, typeParametersOf } from './type-parameters.ts'

test('a type accepts any number of datasources and keys unless it says otherwise', () => {
  const { maxDatasources, maxDataKeys, datasourcesOptional } = typeParametersOf({})
  assert.deepEqual([maxDatasources, maxDataKeys, datasourcesOptional], [-1, -1, false])
  assert.equal(typeParametersOf({ typeParameters: oneValue }).maxDataKeys, 1)
  assert.equal(typeParametersOf({ typeParameters: { maxDataKeys: 'two', unknown: 1 } }).maxDataKeys, -1)
})

test('parameters of scripts are read without running them', () => {
  const controllerScript = `self.onInit = function() { self.ctx.x = { maxDataKeys: 9 }; }
    self.typeParameters = function() {
        return { maxDatasources: 1, "maxDataKeys": 2, dataKeysOptional: true, singleEntity: compute() };
    }
    self.onDestroy = function() {}`
  const { maxDatasources, maxDataKeys, dataKeysOptional, singleEntity } = typeParametersOf({ controllerScript })
  assert.deepEqual([maxDatasources, maxDataKeys, dataKeysOptional, singleEntity], [1, 2, true, false])
  assert.equal(
    typeParametersOf({ controllerScript: 'self.useCustomDatasources = function() { return true; }' })
      .useCustomDatasources,
    true,
  )
  assert.equal(typeParametersOf({ controllerScript: 'self.typeParameters = 3' }).maxDataKeys, -1)
  assert.equal(
    typeParametersOf({ controllerScript: 'self.typeParameters = () => ({ maxDataKeys: 012 })' }).maxDataKeys,
    12,
  )
})
