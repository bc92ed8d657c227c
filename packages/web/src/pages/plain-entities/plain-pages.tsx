/** Pages of plain entity types, such as assets: list and single entity, built from the type's descriptor. */

import { type PlainType, plainTypes } from '@sonde/model/entities/entity-kinds'
import { useScopedRoom } from '../../assignment/list-scope.ts'
import { RoomListPage, RoomOwnPage } from '../../entity-room/room-pages.tsx'
import { plainRoom } from './plain-room.tsx'

const rooms = new Map(plainTypes.map((type) => [type, plainRoom(type)]))

interface PlainPageProps {
  readonly type: PlainType
}

const usePlainRoom = (type: PlainType) => useScopedRoom(rooms.get(type) ?? plainRoom(type))

export const PlainListPage = ({ type }: PlainPageProps) => <RoomListPage room={usePlainRoom(type)} />

export const PlainOwnPage = ({ type }: PlainPageProps) => <RoomOwnPage room={usePlainRoom(type)} />

/** Page components for the routes of a type. */
export const plainPages = (type: PlainType) => ({
  list: () => <PlainListPage type={type} />,
  page: () => <PlainOwnPage type={type} />,
})
