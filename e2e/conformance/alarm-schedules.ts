/**
 * What the recording of alarm rules would say at another time of the week.
 *
 * Everything in it has a time of its own but the deletion of an attribute, which happens when the scenario runs: there the
 * platform looks at each rule with a schedule at that time. It was recorded when none of those schedules held.
 */

/** A step of a recording. */
export interface RecordedStep {
  readonly step: string
  readonly body?: unknown
}

interface Outcome {
  readonly relation: string
  readonly data?: { readonly type: string; readonly name: string }
  readonly meta?: object
}

const stepOfNow = 'attribute: deleted'
/** An alarm of a rule whose schedule always holds. */
const always = 'Any time'

/**
 * The scenario's rules by the times when they hold: day from 1, Monday, and hour, UTC. `isThere`: it was raised before.
 */
const scheduled: readonly {
  readonly type: string
  readonly isThere: boolean
  readonly holds: (day: number, hour: number) => boolean
}[] = [
  { type: 'In time', isThere: true, holds: (day, hour) => day === 7 && hour === 12 },
  { type: 'Custom on', isThere: true, holds: (day, hour) => day === 7 && hour === 12 },
  { type: 'Round midnight', isThere: true, holds: (day, hour) => day === 7 && (hour >= 12 || hour < 1) },
  { type: 'Other day', isThere: false, holds: (day) => day === 1 },
  { type: 'Other hour', isThere: false, holds: (day, hour) => day === 7 && hour === 13 },
  // 12 to 13 in Tokyo.
  { type: 'Other zone', isThere: false, holds: (day, hour) => day === 7 && hour === 3 },
  { type: 'Custom other hour', isThere: false, holds: (day, hour) => day === 7 && hour === 0 },
]

/** The recording with the alarms that the rules raise at `now` too. */
export function recordedAt<Step extends RecordedStep>(steps: readonly Step[], now: Date): readonly Step[] {
  const day = now.getUTCDay() || 7
  const held = scheduled.filter(({ holds }) => holds(day, now.getUTCHours()))
  return steps.map((step) => {
    if (step.step !== stepOfNow) return step
    const { Rules: outcomes } = step.body as { readonly Rules: readonly Outcome[] }
    const like = outcomes.find(({ data }) => data?.type === always)
    if (!like) throw new Error(`The recording of "${stepOfNow}" has no alarm "${always}".`)
    const more = held.map(
      ({ type, isThere }): Outcome => ({
        ...like,
        relation: isThere ? 'Alarm Updated' : 'Alarm Created',
        data: { ...like.data, type, name: type },
        meta: isThere ? { isExistingAlarm: 'true' } : { isNewAlarm: 'true' },
      }),
    )
    return { ...step, body: { Rules: [...outcomes, ...more].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)) } }
  })
}

/** The scenario sorts them by their JSON, in which the relation comes first and then the alarm's type. */
const orderOf = ({ relation, data }: Outcome) => JSON.stringify([relation, data?.type])
