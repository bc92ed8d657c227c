import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError, ErrorCode } from './errors.ts'
import { Rejection } from './rejection.ts'

test('a refusal has its words and its cause, and no stack; errors after it have one', () => {
  class TooMany extends Rejection {
    override readonly name = 'TooMany'
  }
  const cause = new Error('first')
  const rejection = new TooMany('Send fewer.', { cause })
  assert.equal(rejection.message, 'Send fewer.')
  assert.equal(rejection.cause, cause)
  assert.doesNotMatch(rejection.stack ?? '', /\n\s+at /)
  assert.doesNotMatch(new DomainError(ErrorCode.GENERAL, 'No.').stack ?? '', /\n\s+at /)
  assert.match(new Error('later').stack ?? '', /\n\s+at /)
})
