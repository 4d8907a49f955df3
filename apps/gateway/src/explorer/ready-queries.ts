export interface ReadyQuery {
  /** Question that the query answers. */
  title: string;
  query: string;
  variables?: Record<string, unknown>;
}

/** Ready queries for operators, in the explorer and in `docs/operators.md`. */
export const readyQueries: readonly ReadyQuery[] = [
  {
    title: 'How many users are there, and how many are online?',
    query: `query Users {
  adminStats(within: 5) {
    totalUsers
    verifiedUsers
    unverifiedUsers
    demoUsers
    onlineNow
    newLast24h
  }
}`,
  },
  {
    title: 'What happened on each of the last 30 days?',
    query: `query LastDays {
  adminDays(days: 30) {
    date
    newUsers
    activeUsers
    answers
    generations
    payments
  }
}`,
  },
  {
    title: 'Who signed up last?',
    query: `query NewestUsers {
  adminUsers(sort: CREATED_AT_DESC, limit: 20) {
    total
    items {
      id
      username
      email
      emailVerified
      createdAt
    }
  }
}`,
  },
  {
    title: 'Who is online?',
    query: `query OnlineUsers {
  adminUsers(filter: { activeWithin: 5 }, sort: LAST_SEEN_DESC, limit: 100) {
    total
    items {
      id
      username
      lastSeen
    }
  }
}`,
  },
  {
    title: 'Which account belongs to a name or an email address?',
    query: `query FindUser($search: String!) {
  adminUsers(filter: { search: $search }, limit: 20) {
    total
    items {
      id
      username
      email
      plan
      decks
      cards
      answers
      lastSeen
    }
  }
}`,
    variables: { search: 'amina' },
  },
  {
    title: 'Which demo users expire next?',
    query: `query ExpiringDemoUsers {
  adminUsers(filter: { isDemo: true }, sort: DEMO_EXPIRES_AT_ASC, limit: 50) {
    total
    items {
      id
      username
      demoExpiresAt
    }
  }
}`,
  },
  {
    title: 'Which deletions and demo batches are running or ended recently?',
    query: `query Runs {
  adminRuns {
    id
    kind
    state
    operator
    requestedAt
    users
    done
  }
}`,
  },
  {
    title: 'Which operator calls were rejected?',
    query: `query RejectedCalls {
  adminAudit(filter: { result: FORBIDDEN }, perPage: 50) {
    items {
      at
      operator
      action
      ip
      requestId
    }
    pageInfo {
      totalItems
    }
  }
}`,
  },
  {
    title: 'Do events arrive, and where are they stuck?',
    query: `query Events {
  adminEventDesk {
    service
    isAnswering
    lagByTopic {
      topic
      lag
    }
    outboxBacklog
    outboxAgeSeconds
    parkedCount
    deadLetters
  }
}`,
  },
  {
    title: 'Which events of a service could not be processed?',
    query: `query DeadLetters($service: String!) {
  adminDeadLetters(service: $service, perPage: 20) {
    items {
      id
      reader
      type
      aggregate
      reason
      error
      attempts
      failedAt
    }
    pageInfo {
      totalItems
    }
  }
}`,
    variables: { service: 'decks' },
  },
];
