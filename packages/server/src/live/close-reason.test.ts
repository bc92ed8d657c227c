import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitKeys, limitOf, rejectionText } from '@sonde/model/limits/limits'
import fc from 'fast-check'
import { closeReason, reasonBytesMax } from './close-reason.ts'

test('a reason that fits stays as it is; of any other as much as fits is left, on whole characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const reason = closeReason(text)
      assert.ok(Buffer.byteLength(reason) <= reasonBytesMax)
      if (Buffer.byteLength(text) <= reasonBytesMax) assert.equal(reason, text)
      else {
        assert.ok(reason.endsWith('…'))
        assert.ok(text.startsWith(reason.slice(0, -1)))
        assert.ok(reason.isWellFormed())
      }
    }),
  )
})

test('whatever a limit says, at its default or at its highest, can be the reason of a close', () => {
  const texts = limitKeys.flatMap((key) => {
    const { default: usual, max } = limitOf(key)
    return [rejectionText(key, usual), rejectionText(key, max)]
  })
  assert.ok(texts.some((text) => Buffer.byteLength(text) > reasonBytesMax))
  for (const text of texts) assert.ok(Buffer.byteLength(closeReason(text)) <= reasonBytesMax)
})
