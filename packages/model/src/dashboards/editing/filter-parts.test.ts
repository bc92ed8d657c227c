import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyFiltersOf } from '../entity-aliases.ts'
import { dashboardFilterOf } from '../normalize-dashboard.ts'
import { filterInputs } from '../user-filters.ts'
import {
  filterOperations,
  filterValueTypes,
  newCondition,
  newGroup,
  newKeyFilter,
  predicateOf,
  withPredicate,
} from './filter-parts.ts'

test('new conditions of each type, also in groups, are inputs for users and parts of queries', () => {
  for (const valueType of filterValueTypes) {
    const condition = newCondition(valueType, 1_700_000_000_000)
    const predicates = [condition, newGroup([condition, newGroup([condition])])]
    const filter = dashboardFilterOf('f', {
      editable: true,
      keyFilters: [{ ...newKeyFilter(0), valueType, predicates }],
    })
    const inputs = filterInputs(filter)
    assert.deepEqual(
      inputs.map(({ id }) => id),
      ['0.0', '0.1.0', '0.1.1.0'],
    )
    for (const input of inputs) {
      assert.equal(input.valueType, valueType)
      assert.ok(filterOperations(valueType).includes(input.operation))
    }
    assert.equal(keyFiltersOf(filter).length, 2)
  }
})

test('a condition keeps what is around its predicate, or has nothing around it', () => {
  const condition = { ...newCondition('NUMERIC', 0), mine: 1 }
  const predicate = predicateOf(condition)
  assert.equal(withPredicate(condition, predicate), condition)
  const next = { ...predicate, operation: 'LESS' }
  assert.deepEqual(withPredicate(condition, next), { ...condition, keyFilterPredicate: next })
  assert.equal(predicateOf(predicate), predicate)
  assert.equal(withPredicate(predicate, next), next)
})
