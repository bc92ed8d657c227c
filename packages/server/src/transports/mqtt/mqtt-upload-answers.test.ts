import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noGuard } from '../../guard/guard.ts'
import { AckQueue } from './mqtt-acks.ts'
import { Reason } from './mqtt-reasons.ts'
import { Receipts } from './mqtt-receipts.ts'
import { AckAnswer, NoAnswer, ReceiptAnswer } from './mqtt-upload-answers.ts'

/** A channel that records what is sent. */
function openWire(version: number) {
  const acks = new AckQueue()
  const sent: number[][] = []
  const failures: string[] = []
  return {
    sent,
    failures,
    version,
    send: (bytes: Buffer) => void sent.push([...bytes]),
    expectAck: (packetId: number) => acks.expect(packetId),
    settle(token: number, code: number) {
      acks.settle(token, code)
      const bytes = acks.drain(version === 5)
      if (bytes) sent.push([...bytes])
    },
    fail: (kind: string) => void failures.push(kind),
    work: noGuard.work({ part: 'device connection', end() {} }),
  }
}

test('at QoS 0 nothing is answered', () => {
  const wire = openWire(5)
  const answer = new NoAnswer(wire)
  answer.expect()
  answer.accepted()
  assert.equal(answer.canReject, false)
  assert.deepEqual(wire.sent, [])
})

test('at QoS 1 acknowledgements go out in the order of the uploads', () => {
  const wire = openWire(4)
  const answer = new AckAnswer(wire)
  const [first, second] = [answer.expect(10), answer.expect(11)]
  answer.accepted(second)
  assert.deepEqual(wire.sent, [])
  answer.accepted(first)
  assert.deepEqual(wire.sent, [[0x40, 2, 0, 10, 0x40, 2, 0, 11]])
})

test('at QoS 1 a refusal has a reason in version 5 only', () => {
  const wire = openWire(5)
  const answer = new AckAnswer(wire)
  assert.equal(answer.canReject, true)
  answer.reject(answer.expect(1), Reason.PAYLOAD_FORMAT_INVALID)
  assert.deepEqual(wire.sent, [[0x40, 3, 0, 1, Reason.PAYLOAD_FORMAT_INVALID]])
  assert.equal(new AckAnswer(openWire(4)).canReject, false)
})

test('at QoS 2 the message is received once it is on disk', () => {
  const wire = openWire(4)
  const receipts = new Receipts(1)
  const answer = new ReceiptAnswer(wire, receipts)
  assert.equal(receipts.note(258), 'new')
  const token = answer.expect(258)
  assert.equal(receipts.note(258), 'under way')
  answer.accepted(token)
  assert.equal(receipts.note(258), 'received')
  assert.deepEqual(wire.sent, [[0x50, 2, 1, 2]])
  assert.equal(answer.canReject, false)
})

test('an upload that could not be stored ends the connection', () => {
  const wire = openWire(5)
  for (const answer of [new NoAnswer(wire), new AckAnswer(wire), new ReceiptAnswer(wire, new Receipts(1))]) {
    answer.rejected(1, new Error('disk full'))
  }
  assert.deepEqual(wire.failures, ['store', 'store', 'store'])
  assert.deepEqual(wire.sent, [])
})
