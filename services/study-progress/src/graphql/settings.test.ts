import { problemInKiswahili } from '@kumbuka/contracts';
import { describe, expect, it } from 'vitest';
import { aLearnerWithDeck, answer, first, freshId } from '../testing/study-suite.ts';
import { answerInput, entities, send, test, useSubgraph, viewer } from '../testing/subgraph-suite.ts';

useSubgraph();

describe('settings', () => {
  const change = (userId: number, input: Record<string, unknown>) =>
    test.graphql(
      `mutation ($input: StudySettingsInput!) { updateStudySettings(input: $input) { weeklyGoal targetDays timezone dayStartHour zoneFollowsDevice advancesAutomatically portionSize focusMode singleKeyShortcuts repeatsMissed weekday streak } }`,
      { input },
      { as: userId },
    );

  it('change the sent fields and keep the others', async () => {
    const userId = freshId();
    await change(userId, { weeklyGoal: 120, targetDays: 5 });
    const { data } = await change(userId, { timezone: 'America/New_York', dayStartHour: 6 });
    expect(data.updateStudySettings).toMatchObject({
      weeklyGoal: 120,
      targetDays: 5,
      timezone: 'America/New_York',
      dayStartHour: 6,
      zoneFollowsDevice: true,
    });
  });

  it('an absence delays the day by which a backlog is studied, and moves no card', async () => {
    const learner = await aLearnerWithDeck(test, 3);
    const { userId } = learner;
    for (const cardId of learner.cardIds) await answer(test, learner, cardId, { was_correct: false });
    test.clock.addDays(10);
    const shown = async () => {
      const { stats, forecast } = await viewer(
        userId,
        'stats { waiting clearOn absence { from until } } forecast(days: 3) { count }',
      );
      return { ...stats, forecast };
    };
    await change(userId, { dailyLimit: 1 });
    const before = await shown();
    expect(before).toMatchObject({ waiting: 2, clearOn: '2026-03-16', absence: null });
    const absence = { from: '2026-03-15', until: '2026-03-18' };
    await change(userId, { absence });
    expect(await shown()).toEqual({ ...before, clearOn: '2026-03-20', absence });
    const kinds = (await test.log(userId)).map(({ kind }) => kind);
    expect(kinds).not.toContain('rescheduled');
    // A missed day moves the date.
    test.clock.addDays(1);
    expect(await shown()).toMatchObject({ waiting: 2, clearOn: '2026-03-20' });
    await change(userId, { absence: null });
    expect(await shown()).toMatchObject({ clearOn: '2026-03-17', absence: null });
    test.clock.addDays(-11);
  });

  it.each([
    { from: '2026-03-15', until: '2026-03-14' },
    { from: '2026-03-15', until: '2027-03-16' },
    { from: 'soon', until: '2026-03-16' },
    { from: '2020-03-15', until: '2020-03-20' },
  ])('refuse an absence from $from to $until', async (absence) => {
    const { errors } = await change(freshId(), { absence });
    expect(errors?.[0]?.extensions?.['code']).toBe('VALIDATION');
  });

  it('name an absence that is over in Kiswahili', async () => {
    const { errors } = await change(freshId(), { absence: { from: '2020-03-15', until: '2020-03-20' } });
    expect(problemInKiswahili({ message: String(errors?.[0]?.message) })).not.toBeNull();
  });

  it('keep a zone that the learner chose from following the device', async () => {
    const userId = freshId();
    await change(userId, { timezone: 'Asia/Tokyo', zoneFollowsDevice: false });
    const { data } = await change(userId, { weeklyGoal: 70 });
    expect(data.updateStudySettings).toMatchObject({ timezone: 'Asia/Tokyo', zoneFollowsDevice: false });
  });

  it.each([
    ['aFRICA/nairobi', 'Africa/Nairobi'],
    ['amERICa/new_YORK', 'America/New_York'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
  ])('keep the common spelling of a zone sent as %s', async (sent, kept) => {
    const userId = freshId();
    const { data } = await change(userId, { timezone: sent });
    expect(data.updateStudySettings.timezone).toBe(kept);
    expect((await viewer(userId, 'stats { timezone }')).stats.timezone).toBe(kept);
  });

  it('of a session are kept, and automatic advance is null before a choice', async () => {
    const userId = freshId();
    const before = await change(userId, { weeklyGoal: 70 });
    expect(before.data.updateStudySettings).toMatchObject({
      advancesAutomatically: null,
      portionSize: 20,
      focusMode: false,
      singleKeyShortcuts: true,
      repeatsMissed: false,
    });
    const chosen = {
      advancesAutomatically: false,
      portionSize: 35,
      focusMode: true,
      singleKeyShortcuts: false,
      repeatsMissed: true,
    };
    await change(userId, chosen);
    const { data } = await change(userId, { weeklyGoal: 71 });
    expect(data.updateStudySettings).toMatchObject(chosen);
  });

  it.each([
    { portionSize: 4 },
    { portionSize: 101 },
    { weeklyGoal: 0 },
    { weeklyGoal: 10_001 },
    { targetDays: 8 },
    { targetDays: 0 },
    { dayStartHour: 24 },
    { dayStartHour: -1 },
    { timezone: 'Mars/Olympus' },
    { timezone: '+03:00' },
    { timezone: '' },
  ])('refuse %o', async (input) => {
    expect((await change(freshId(), input)).code).toBe('VALIDATION');
  });

  it('with another zone move the study days of due cards', async () => {
    test.clock.set('2026-06-10T22:30:00Z');
    const learner = await aLearnerWithDeck(test, 1);
    await send(learner.userId, [answerInput(learner, first(learner), { wasCorrect: false })]);
    const reference = [{ __typename: 'Flashcard', id: String(first(learner)) }];
    const look = async () =>
      (
        await entities(
          learner.userId,
          reference,
          '... on Flashcard { schedule { dueAt isDue intervalDays } }',
        )
      ).data._entities[0].schedule;
    expect(await look()).toEqual({ dueAt: '2026-06-11T01:00:00.000Z', isDue: false, intervalDays: 1 });
    test.clock.addMinutes(3 * 60);
    expect(await look()).toMatchObject({ isDue: true });
    await change(learner.userId, { timezone: 'America/Los_Angeles' });
    expect(await look()).toEqual({ dueAt: '2026-06-11T11:00:00.000Z', isDue: false, intervalDays: 1 });
    expect(await viewer(learner.userId, 'dashboard { dueCount } stats { streak }')).toMatchObject({
      dashboard: { dueCount: 0 },
      stats: { streak: 1 },
    });
    test.clock.set('2026-06-11T11:00:00Z');
    expect((await viewer(learner.userId, 'dashboard { dueCount }')).dashboard.dueCount).toBe(1);
    await change(learner.userId, { dayStartHour: 5 });
    expect((await viewer(learner.userId, 'dashboard { dueCount }')).dashboard.dueCount).toBe(0);
  });
});

it('study of this morning stays today after the day begins an hour later', async () => {
  const learner = await aLearnerWithDeck(test);
  const settings = (dayStartHour: number) =>
    test.graphql(
      'mutation ($hour: Int!) { updateStudySettings(input: { dayStartHour: $hour }) { xp } }',
      { hour: dayStartHour },
      { as: learner.userId },
    );
  // 12:30 in Nairobi.
  test.clock.set('2026-03-04T09:30:00Z');
  await settings(12);
  await answer(test, learner, first(learner));
  const shown = () =>
    viewer(
      learner.userId,
      `stats { streak weekday studiedWeekdays completedThisWeek completedDays } reviewDays { date count }
       statistics(days: 1) { days { answers } hours { answers } }`,
    );
  const before = await shown();
  expect(before.stats).toEqual({
    streak: 1,
    weekday: 3,
    studiedWeekdays: [3],
    completedThisWeek: 1,
    completedDays: 1,
  });
  await settings(13);
  expect(await shown()).toEqual(before);
  test.clock.addMinutes(60);
  expect(await shown()).toEqual(before);
});
