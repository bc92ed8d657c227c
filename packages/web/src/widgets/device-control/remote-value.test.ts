import { expect, test } from 'vitest'
import { createRemoteValue } from './remote-value.ts'

/** A device whose answers the test gives. */
function device({ asks = true }: { asks?: boolean } = {}) {
  const reads: PromiseWithResolvers<number>[] = []
  const writes: { value: number; done: PromiseWithResolvers<void> }[] = []
  const remote = createRemoteValue<number>({
    initial: 50,
    read: asks
      ? () => {
          const read = Promise.withResolvers<number>()
          reads.push(read)
          return read.promise
        }
      : null,
    write(value) {
      const done = Promise.withResolvers<void>()
      writes.push({ value, done })
      return done.promise
    },
  })
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
  return { remote, reads, writes, settled, now: () => remote.state.get() }
}

test('the value is the initial one until the device has answered', async () => {
  const { remote, reads, settled, now } = device()
  remote.read()
  expect(now()).toMatchObject({ value: 50, isKnown: false, phase: 'reading' })
  reads[0]?.resolve(7)
  await settled()
  expect(now()).toEqual({ value: 7, isKnown: true, phase: 'idle', failure: null })
})

test('while a value is sent only the newest change waits', async () => {
  const { remote, writes, settled, now } = device()
  for (const value of [1, 2, 3]) remote.set(value)
  expect(now()).toMatchObject({ value: 3, phase: 'sending' })
  writes[0]?.done.resolve()
  await settled()
  expect(writes.map(({ value }) => value)).toEqual([1, 3])
  writes[1]?.done.resolve()
  await settled()
  expect(now()).toMatchObject({ value: 3, isKnown: true, phase: 'idle' })
})

test('a failure brings back the last confirmed value; retry sends the newest again', async () => {
  const { remote, writes, settled, now } = device({ asks: false })
  remote.receive(10)
  remote.set(1)
  remote.set(2)
  const error = new Error('no')
  writes[0]?.done.reject(error)
  await settled()
  expect(now()).toEqual({ value: 10, isKnown: true, phase: 'idle', failure: { of: 'write', error } })
  remote.retry()
  expect(writes.at(-1)?.value).toBe(2)
  expect(now()).toMatchObject({ value: 2, phase: 'sending', failure: null })
})

test('a change of the user ends reading, and what the device reports while it is sent is shown after a failure', async () => {
  const { remote, reads, writes, settled, now } = device()
  remote.read()
  remote.set(5)
  reads[0]?.resolve(99)
  remote.receive(6)
  await settled()
  expect(now()).toMatchObject({ value: 5, phase: 'sending' })
  writes[0]?.done.reject(new Error('no'))
  await settled()
  expect(now()).toMatchObject({ value: 6, isKnown: true })
})
