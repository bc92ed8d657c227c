import assert from 'node:assert/strict'
import { test } from 'node:test'
import { array, assert as check, integer, property } from 'fast-check'
import { Fifo } from './fifo.ts'

test('items come out in the order in which they went in', () => {
  check(
    property(array(integer({ min: -3, max: 3 }), { size: 'large', maxLength: 20_000 }), (steps) => {
      const queue = new Fifo<number>()
      let given = 0
      let taken = 0
      for (const step of steps) {
        for (let i = 0; i < Math.abs(step) * 100; i++) {
          if (step > 0) queue.push(given++)
          else if (taken < given) assert.equal(queue.shift(), taken++)
          else assert.equal(queue.shift(), undefined)
        }
        assert.equal(queue.length, given - taken)
        assert.equal(queue.first(), taken < given ? taken : undefined)
      }
    }),
    { numRuns: 20 },
  )
})
