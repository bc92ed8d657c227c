/** Messages that the demo plant would have sent in the past week, as usage and as statistics of their queue. Pure. */

import { plantDevices, plantHistoryMs, plantIntervalMs } from '@sonde/model/demo-plant/plant'
import { isSilent, measuredAt, type PlantDevice } from '@sonde/model/demo-plant/signals'
import type { QueueFigures } from '@sonde/model/queues/queue-statistics'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Silences last some minutes, so a device sends or is silent for a whole part of an hour. */
const partMs = 10 * minuteMs
/** Rule nodes that process each message in the root rule chain. */
const executionsPerMessage = 3
/** Messages that the engine processes in one turn: devices send at about the same time. */
const messagesPerTurn = 6

const partsFrom = (startTs: number): number[] =>
  Array.from({ length: hourMs / partMs }, (_, part) => startTs + part * partMs)

/** Messages of a device in a part of an hour. */
const sentIn = (device: PlantDevice, partTs: number): number =>
  isSilent(device, partTs) ? 0 : partMs / plantIntervalMs

/** Start of each past whole hour of the week, latest first. */
function pastHours(nowMs: number): number[] {
  const end = nowMs - (nowMs % hourMs)
  return Array.from({ length: plantHistoryMs / hourMs }, (_, index) => end - (index + 1) * hourMs)
}

/** Whole minutes of a part of an hour that have passed. */
const minutesOf = (partTs: number, nowMs: number): number =>
  Math.max(0, Math.min(partMs / minuteMs, Math.floor((nowMs - partTs) / minuteMs)))

/**
 * Usage that the devices would have caused, by the start of the hour, up to the last whole minute. `raisedTs`: when
 * alarms were raised, epoch ms.
 */
export function pastUsage(raisedTs: readonly number[], nowMs: number) {
  const keysOf = new Map(plantDevices.map((device) => [device.name, Object.keys(measuredAt(device, nowMs)).length]))
  return new Map(
    [...pastHours(nowMs), nowMs - (nowMs % hourMs)].map((hourTs) => {
      let messages = 0
      let points = 0
      for (const device of plantDevices) {
        const sent = partsFrom(hourTs).reduce(
          (sum, partTs) => sum + (sentIn(device, partTs) * minutesOf(partTs, nowMs) * minuteMs) / partMs,
          0,
        )
        messages += sent
        points += sent * (keysOf.get(device.name) ?? 0)
      }
      const counts = {
        transportMsgCount: messages,
        transportDataPointsCount: points,
        // Without a default TTL, each stored point counts once.
        storageDataPointsCount: points,
        ruleEngineExecutionCount: messages * executionsPerMessage,
        createdAlarmsCount: raisedTs.filter((ts) => ts >= hourTs && ts < hourTs + hourMs).length,
      }
      return [hourTs, counts] as const
    }),
  )
}

/**
 * Statistics of the queue, by the time at which they would have been stored: one for each part of an hour, so that the
 * demo starts quickly; one for each minute of the last hour, which is what the page of queues shows at first. Those of
 * a whole hour add up to its usage.
 */
export function pastStatistics(nowMs: number): ReadonlyMap<number, QueueFigures> {
  const finePartTs = nowMs - (nowMs % partMs) - hourMs
  const currentHourTs = nowMs - (nowMs % hourMs)
  const statistics = new Map<number, QueueFigures>()
  for (const partTs of [...pastHours(nowMs), currentHourTs].flatMap(partsFrom)) {
    const messages = plantDevices.reduce((sum, device) => sum + sentIn(device, partTs), 0)
    const count = partTs < finePartTs ? 1 : partMs / minuteMs
    for (let at = 1; at <= count; at++) {
      // The last millisecond of the time that it counts, so that an hour's statistics are within the hour.
      const ts = partTs + (at * partMs) / count - 1
      if (ts < nowMs) statistics.set(ts, figuresOf(messages / count))
    }
  }
  return statistics
}

const figuresOf = (messages: number): QueueFigures => ({
  totalMsgs: messages,
  successfulMsgs: messages,
  tmpTimeout: 0,
  tmpFailed: 0,
  timeoutMsgs: 0,
  failedMsgs: 0,
  successfulIterations: Math.ceil(messages / messagesPerTurn),
  failedIterations: 0,
})
