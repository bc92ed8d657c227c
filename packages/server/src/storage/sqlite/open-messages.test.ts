import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { OpenMessages } from './open-messages.ts'

test('open messages are the same as in a set, whatever the order of their outcomes', () => {
  const steps = fc.array(fc.record({ added: fc.nat(40), done: fc.array(fc.nat(1000), { maxLength: 60 }) }), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(
      steps,
      fc.integer({ min: 1, max: 200_000 }),
      fc.integer({ min: 1, max: 5_000 }),
      (all, first, stride) => {
        const open = new OpenMessages([])
        const model = new Set<number>()
        let next = first
        for (const { added, done } of all) {
          for (let i = 0; i < added; i++) {
            open.add(next)
            model.add(next)
            next += stride
          }
          for (const pick of done) {
            const seq = [...model][pick % Math.max(1, model.size)]
            if (seq === undefined) continue
            assert.equal(open.isOpen(seq), true)
            open.begin(seq)
            assert.equal(open.isOpen(seq), false)
            if (pick % 3 === 0) {
              open.reopen(seq)
              assert.equal(open.isOpen(seq), true)
              if (pick % 2 === 0) continue
            }
            open.finish(seq)
            model.delete(seq)
            assert.equal(open.isOpen(seq), false)
          }
          assert.equal(open.size, model.size)
          assert.equal(open.lowest, model.values().next().value)
        }
        assert.deepEqual([...open], [...model])
      },
    ),
  )
})

test('what a restart found open is open', () => {
  const open = new OpenMessages([3, 4, 90_000])
  assert.deepEqual([...open], [3, 4, 90_000])
  assert.equal(open.lowest, 3)
  open.begin(3)
  assert.equal(open.lowest, 3)
  open.finish(3)
  assert.equal(open.lowest, 4)
})
