/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> =
  T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** What an account may do. */
export type Role =
  /** Studies and keeps decks. */
  | 'LEARNER'
  /** Operates the product. */
  | 'ADMIN';

/** Who wants an account. */
export type SignUpInput = {
  /** Compared trimmed and case-folded, at most 254 characters. */
  email: string;
  /** 3 to 50 characters after trimming. */
  username: string;
  /** 6 characters to 256 bytes, not a common one. */
  password: string;
};

/** Who wants in. */
export type LogInInput = {
  /** Address of the account. */
  email: string;
  /** Its password, never trimmed. */
  password: string;
};

/** Whom a code is for. */
export type CodeRequestInput = {
  /** Address of the account. */
  email: string;
};

/** A verification code as received. */
export type VerifyCodeInput = {
  /** Address that the code went to. */
  email: string;
  /** Id from the code request. */
  otpId: string;
  /** Six digits; surrounding blanks are ignored. */
  code: string;
};

/** A reset code as received, with the new password. */
export type ResetPasswordInput = {
  /** Address that the code went to. */
  email: string;
  /** Id from the code request. */
  otpId: string;
  /** Six digits; surrounding blanks are ignored. */
  code: string;
  /** 6 characters to 256 bytes, not a common one. */
  newPassword: string;
};

/** Whether a code is on its way. */
export type CodeRequestStatus =
  /** A code was sent. */
  | 'SENT'
  /** No code is needed for this address. */
  | 'SKIPPED';

/** Which decks to list. */
export type DeckFilter = {
  /** Part of the title, any case, at most 100 characters. */
  titleContains?: string | null | undefined;
  /** Exactly this subject. */
  subject?: string | null | undefined;
  /** Exactly this category. */
  category?: string | null | undefined;
  /** 1 to 5. */
  difficulty?: number | null | undefined;
};

/** Order of decks; ties by id. */
export type DeckSort =
  /** Oldest first. */
  | 'CREATED'
  /** A to Z, any case. */
  | 'TITLE'
  /** Latest studied first, never studied last. */
  | 'LAST_STUDIED'
  /** Easiest first. */
  | 'DIFFICULTY'
  /** The later of studied and created, latest first. */
  | 'RECENT';

/** A deck to make. */
export type CreateDeckInput = {
  /** 1 to 200 characters. */
  title: string;
  /** 1 to 2,000 characters. */
  description: string;
  /** 1 to 100 characters. */
  subject: string;
  /** 1 to 100 characters. */
  category: string;
  /** 1 to 5. */
  difficulty: number;
};

/** New values of a deck. */
export type UpdateDeckInput = {
  /** Which deck. */
  id: string;
  /** 1 to 200 characters. */
  title: string;
  /** 1 to 2,000 characters. */
  description: string;
  /** 1 to 100 characters. */
  subject: string;
  /** 1 to 100 characters. */
  category: string;
  /** 1 to 5. */
  difficulty: number;
};

/** A deck to delete. */
export type DeleteDeckInput = {
  /** Which deck. */
  id: string;
};

/** A card to add. */
export type AddFlashcardInput = {
  /** The deck that it goes to. */
  deckId: string;
  /** The question, 1 to 10,000 characters. */
  frontText: string;
  /** The answer, 1 to 10,000 characters. */
  backText: string;
};

/** New text of a card. */
export type EditFlashcardInput = {
  /** Which card. */
  id: string;
  /** The question, 1 to 10,000 characters. */
  frontText: string;
  /** The answer, 1 to 10,000 characters. */
  backText: string;
};

/** A card to delete. */
export type DeleteFlashcardInput = {
  /** Which card. */
  id: string;
};

/** Starter decks to copy. */
export type SeedCatalogInput = {
  /** 1 to 3 ids of the catalogue. */
  catalogIds: Array<string>;
};

/** What FSRS knows of a card. */
export type CardState =
  /** Never answered. */
  | 'NEW'
  /** Being learned. */
  | 'LEARNING'
  /** Remembered, coming back on its day. */
  | 'REVIEW'
  /** Forgotten, being learned again. */
  | 'RELEARNING';

/** Which badge. */
export type BadgeKind =
  /** Finished a first session. */
  | 'FIRST_SESSION'
  /** A streak of seven days. */
  | 'SEVEN_DAYS'
  /** A hundred cards learned. */
  | 'HUNDRED_MASTERED';

/** Answers to record. */
export type RecordAnswersInput = {
  /** 1 to 100. */
  answers: Array<AnswerInput>;
};

/** One answer. */
export type AnswerInput = {
  /** Deck of the card. */
  deckId: string;
  /** Which card. */
  flashcardId: string;
  /** Whether it was right. */
  wasCorrect: boolean;
  /** Minutes, 0 to 60, fractions allowed. */
  timeSpentMinutes: number;
  /** Name of the session, 1 to 64 letters, digits, - or _. */
  sessionId?: string | null | undefined;
  /** Deck of the session; left out for a session across decks. */
  sessionDeckId?: string | null | undefined;
  /** Name of this answer, unique for the learner; a repeat counts once. */
  clientEventId: string;
  /** When it was given, if not now: at most 30 days ago. */
  answeredAt?: string | null | undefined;
};

/** Which answer to take back. */
export type UndoAnswerInput = {
  /** Name of the answer. */
  clientEventId: string;
};

/** Which session to end. */
export type FinishSessionInput = {
  /** Name of the session. */
  sessionId: string;
};

/** Study settings to change. */
export type StudySettingsInput = {
  /** Cards a week, 1 to 10,000. */
  weeklyGoal?: number | null | undefined;
  /** Days a week, 1 to 7. */
  targetDays?: number | null | undefined;
  /** IANA name of the zone. */
  timezone?: string | null | undefined;
  /** Hour at which the day begins, 0 to 23. */
  dayStartHour?: number | null | undefined;
};

export type DashboardScreenQueryVariables = Exact<{ [key: string]: never }>;

export type DashboardScreenQuery = {
  viewer: {
    id: string;
    stats: {
      streak: number;
      xp: number;
      nextLevelXp: number;
      level: number;
      targetDays: number;
      completedDays: number;
      studiedWeekdays: Array<number>;
      weekday: number;
    } | null;
    dashboard: {
      weeklyGoal: number;
      completedThisWeek: number;
      masteryLevelPercent: number;
      retentionRatePercent: number;
      cardsMastered: number;
      minutesPerDay: number;
      dueCount: number;
      newCount: number;
      dueMinutes: number;
      dueDeckCount: number;
      nextDueAt: string | null;
      dueDecks: Array<{
        deckId: string;
        dueCount: number;
        deck: {
          id: string;
          title: string;
          cardCount: number;
          progress: {
            dueCount: number;
            newCount: number;
            memory: Array<{ recall: number | null; isDue: boolean }>;
          } | null;
        } | null;
      }>;
    } | null;
    decks: {
      items: Array<{
        id: string;
        title: string;
        description: string;
        subject: string;
        category: string;
        difficulty: number;
        lastStudied: string | null;
        mastery: number | null;
        cardCount: number;
        progress: {
          dueCount: number;
          newCount: number;
          memory: Array<{ recall: number | null; isDue: boolean }>;
        } | null;
      }>;
      pageInfo: { totalItems: number };
    } | null;
  };
};

export type YourMemoryQueryVariables = Exact<{ [key: string]: never }>;

export type YourMemoryQuery = {
  viewer: {
    id: string;
    reviewDays: Array<{ date: string; count: number }> | null;
    forecast: Array<{ date: string; count: number }> | null;
    stats: {
      xp: number;
      nextLevelXp: number;
      level: number;
      weekday: number;
      badges: Array<{ kind: BadgeKind; earnedAt: string | null; progress: number; target: number }>;
    } | null;
  };
};

export type DeckCardPartsFragment = {
  id: string;
  frontText: string;
  backText: string;
  schedule: { isLearned: boolean } | null;
};

export type DeckDetailScreenQueryVariables = Exact<{
  id: string;
  page: number;
}>;

export type DeckDetailScreenQuery = {
  deck: {
    id: string;
    title: string;
    description: string;
    subject: string;
    category: string;
    difficulty: number;
    lastStudied: string | null;
    mastery: number | null;
    cardCount: number;
    flashcards: {
      items: Array<{
        id: string;
        frontText: string;
        backText: string;
        schedule: { isLearned: boolean } | null;
      }>;
      pageInfo: { page: number; totalPages: number; totalItems: number };
    };
    progress: {
      dueCount: number;
      newCount: number;
      memory: Array<{ recall: number | null; isDue: boolean }>;
    } | null;
  };
};

export type AddFlashcardMutationVariables = Exact<{
  input: AddFlashcardInput;
}>;

export type AddFlashcardMutation = {
  addFlashcard: { id: string; frontText: string; backText: string; schedule: { isLearned: boolean } | null };
};

export type EditFlashcardMutationVariables = Exact<{
  input: EditFlashcardInput;
}>;

export type EditFlashcardMutation = { editFlashcard: { id: string; frontText: string; backText: string } };

export type DeleteFlashcardMutationVariables = Exact<{
  input: DeleteFlashcardInput;
}>;

export type DeleteFlashcardMutation = { deleteFlashcard: { id: string; cardCount: number } };

export type DecksScreenQueryVariables = Exact<{
  filter?: DeckFilter | null | undefined;
  sort?: DeckSort | null | undefined;
  page: number;
}>;

export type DecksScreenQuery = {
  viewer: {
    id: string;
    decks: {
      items: Array<{
        id: string;
        title: string;
        description: string;
        subject: string;
        category: string;
        difficulty: number;
        lastStudied: string | null;
        mastery: number | null;
        cardCount: number;
        progress: {
          dueCount: number;
          newCount: number;
          memory: Array<{ recall: number | null; isDue: boolean }>;
        } | null;
      }>;
      pageInfo: { page: number; totalPages: number; totalItems: number };
    } | null;
    deckFacets: { subjects: Array<string>; categories: Array<string> } | null;
  };
};

export type CreateDeckMutationVariables = Exact<{
  input: CreateDeckInput;
}>;

export type CreateDeckMutation = {
  createDeck: {
    id: string;
    title: string;
    description: string;
    subject: string;
    category: string;
    difficulty: number;
    lastStudied: string | null;
    mastery: number | null;
    cardCount: number;
    progress: {
      dueCount: number;
      newCount: number;
      memory: Array<{ recall: number | null; isDue: boolean }>;
    } | null;
  };
};

export type UpdateDeckMutationVariables = Exact<{
  input: UpdateDeckInput;
}>;

export type UpdateDeckMutation = {
  updateDeck: {
    id: string;
    title: string;
    description: string;
    subject: string;
    category: string;
    difficulty: number;
    lastStudied: string | null;
    mastery: number | null;
    cardCount: number;
    progress: {
      dueCount: number;
      newCount: number;
      memory: Array<{ recall: number | null; isDue: boolean }>;
    } | null;
  };
};

export type DeleteDeckMutationVariables = Exact<{
  input: DeleteDeckInput;
}>;

export type DeleteDeckMutation = { deleteDeck: string };

export type CardSchedulePartsFragment = {
  state: CardState;
  dueAt: string | null;
  isDue: boolean;
  predictedRecall: number | null;
  studyCount: number;
  correctAttempts: number;
  incorrectAttempts: number;
  isLearned: boolean;
  lastStudiedAt: string | null;
  intervalDays: number | null;
};

export type DeckSessionQueryVariables = Exact<{
  deckId: string;
}>;

export type DeckSessionQuery = {
  viewer: { id: string; studyOrder: Array<string> | null };
  deck: {
    id: string;
    title: string;
    flashcards: {
      items: Array<{
        id: string;
        frontText: string;
        backText: string;
        schedule: {
          state: CardState;
          dueAt: string | null;
          isDue: boolean;
          predictedRecall: number | null;
          studyCount: number;
          correctAttempts: number;
          incorrectAttempts: number;
          isLearned: boolean;
          lastStudiedAt: string | null;
          intervalDays: number | null;
        } | null;
      }>;
      pageInfo: { totalItems: number };
    };
  };
};

export type SessionCardsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;

export type SessionCardsQuery = {
  flashcards: Array<{
    id: string;
    frontText: string;
    backText: string;
    deck: { id: string };
    schedule: {
      state: CardState;
      dueAt: string | null;
      isDue: boolean;
      predictedRecall: number | null;
      studyCount: number;
      correctAttempts: number;
      incorrectAttempts: number;
      isLearned: boolean;
      lastStudiedAt: string | null;
      intervalDays: number | null;
    } | null;
  } | null>;
};

export type DueSessionQueryVariables = Exact<{
  minutes?: number | null | undefined;
  limit: number;
}>;

export type DueSessionQuery = {
  viewer: {
    id: string;
    studyQueue: {
      dueCount: number;
      secondsPerAnswer: number;
      items: Array<{
        flashcardId: string;
        deckId: string;
        flashcard: { id: string; frontText: string; backText: string } | null;
        schedule: {
          state: CardState;
          dueAt: string | null;
          isDue: boolean;
          predictedRecall: number | null;
          studyCount: number;
          correctAttempts: number;
          incorrectAttempts: number;
          isLearned: boolean;
          lastStudiedAt: string | null;
          intervalDays: number | null;
        };
      }>;
    } | null;
  };
};

export type RecordAnswersMutationVariables = Exact<{
  input: RecordAnswersInput;
}>;

export type RecordAnswersMutation = {
  recordAnswers: {
    results: Array<{
      clientEventId: string;
      errorCode: string | null;
      schedule: {
        state: CardState;
        dueAt: string | null;
        isDue: boolean;
        predictedRecall: number | null;
        studyCount: number;
        correctAttempts: number;
        incorrectAttempts: number;
        isLearned: boolean;
        lastStudiedAt: string | null;
        intervalDays: number | null;
      } | null;
    }>;
    stats: {
      streak: number;
      xp: number;
      nextLevelXp: number;
      level: number;
      completedThisWeek: number;
      studiedWeekdays: Array<number>;
      weekday: number;
    };
  };
};

export type UndoAnswerMutationVariables = Exact<{
  input: UndoAnswerInput;
}>;

export type UndoAnswerMutation = {
  undoAnswer: {
    schedule: {
      state: CardState;
      dueAt: string | null;
      isDue: boolean;
      predictedRecall: number | null;
      studyCount: number;
      correctAttempts: number;
      incorrectAttempts: number;
      isLearned: boolean;
      lastStudiedAt: string | null;
      intervalDays: number | null;
    };
    stats: { streak: number; xp: number; completedThisWeek: number; studiedWeekdays: Array<number> };
  };
};

export type FinishSessionMutationVariables = Exact<{
  input: FinishSessionInput;
}>;

export type FinishSessionMutation = {
  finishSession: { id: string; answered: number; correct: number; minutes: number; xpEarned: number };
};

export type SessionSummaryQueryVariables = Exact<{ [key: string]: never }>;

export type SessionSummaryQuery = {
  viewer: {
    id: string;
    stats: {
      streak: number;
      xp: number;
      nextLevelXp: number;
      level: number;
      studiedWeekdays: Array<number>;
      weekday: number;
    } | null;
    dashboard: { dueCount: number } | null;
    forecast: Array<{ date: string; count: number }> | null;
  };
};

export type StudyScreenQueryVariables = Exact<{
  page: number;
}>;

export type StudyScreenQuery = {
  viewer: {
    id: string;
    stats: {
      streak: number;
      xp: number;
      weeklyGoal: number;
      completedThisWeek: number;
      weekday: number;
    } | null;
    dashboard: {
      dueCount: number;
      newCount: number;
      dueMinutes: number;
      dueDeckCount: number;
      nextDueAt: string | null;
    } | null;
    forecast: Array<{ date: string; count: number }> | null;
    decks: {
      items: Array<{
        id: string;
        title: string;
        description: string;
        subject: string;
        category: string;
        difficulty: number;
        lastStudied: string | null;
        mastery: number | null;
        cardCount: number;
        progress: {
          dueCount: number;
          newCount: number;
          memory: Array<{ recall: number | null; isDue: boolean }>;
        } | null;
      }>;
      pageInfo: { page: number; totalPages: number; totalItems: number };
    } | null;
  };
};

export type UpdateWeeklyGoalMutationVariables = Exact<{
  input: StudySettingsInput;
}>;

export type UpdateWeeklyGoalMutation = {
  updateStudySettings: { weeklyGoal: number; completedThisWeek: number };
};

export type WelcomeScreenQueryVariables = Exact<{ [key: string]: never }>;

export type WelcomeScreenQuery = {
  viewer: { id: string; decks: { pageInfo: { totalItems: number } } | null };
  catalog: Array<{ id: string; title: string; subject: string; description: string; cardCount: number }>;
};

export type SeedCatalogMutationVariables = Exact<{
  input: SeedCatalogInput;
}>;

export type SeedCatalogMutation = {
  seedCatalog: { decks: Array<{ id: string }>; errors: Array<{ catalogId: string; message: string }> };
};

export type ViewerPartsFragment = {
  id: string;
  email: string;
  username: string;
  role: Role;
  stats: {
    streak: number;
    xp: number;
    nextLevelXp: number;
    level: number;
    targetDays: number;
    completedDays: number;
    timezone: string;
  } | null;
};

export type CurrentViewerQueryVariables = Exact<{ [key: string]: never }>;

export type CurrentViewerQuery = {
  viewer: {
    id: string;
    email: string;
    username: string;
    role: Role;
    stats: {
      streak: number;
      xp: number;
      nextLevelXp: number;
      level: number;
      targetDays: number;
      completedDays: number;
      timezone: string;
    } | null;
  };
};

export type SignUpMutationVariables = Exact<{
  input: SignUpInput;
}>;

export type SignUpMutation = { signUp: { id: string; email: string } };

export type LogInMutationVariables = Exact<{
  input: LogInInput;
}>;

export type LogInMutation = { logIn: { accessToken: string | null; verificationRequired: boolean } };

export type RequestVerificationCodeMutationVariables = Exact<{
  input: CodeRequestInput;
}>;

export type RequestVerificationCodeMutation = {
  requestVerificationCode: { status: CodeRequestStatus; otpId: string | null; devCode: string | null };
};

export type VerifyCodeMutationVariables = Exact<{
  input: VerifyCodeInput;
}>;

export type VerifyCodeMutation = { verifyCode: { accessToken: string } };

export type RequestPasswordResetMutationVariables = Exact<{
  input: CodeRequestInput;
}>;

export type RequestPasswordResetMutation = {
  requestPasswordReset: { status: CodeRequestStatus; otpId: string | null; devCode: string | null };
};

export type ResetPasswordMutationVariables = Exact<{
  input: ResetPasswordInput;
}>;

export type ResetPasswordMutation = { resetPassword: { accessToken: string } };

export type RefreshAccessMutationVariables = Exact<{ [key: string]: never }>;

export type RefreshAccessMutation = { refreshAccess: { accessToken: string } };

export type LogOutMutationVariables = Exact<{ [key: string]: never }>;

export type LogOutMutation = { logOut: boolean };

export type SetTimezoneMutationVariables = Exact<{
  input: StudySettingsInput;
}>;

export type SetTimezoneMutation = { updateStudySettings: { timezone: string } };

export type DeckTilePartsFragment = {
  id: string;
  title: string;
  description: string;
  subject: string;
  category: string;
  difficulty: number;
  lastStudied: string | null;
  mastery: number | null;
  cardCount: number;
  progress: {
    dueCount: number;
    newCount: number;
    memory: Array<{ recall: number | null; isDue: boolean }>;
  } | null;
};

export type PageInfoPartsFragment = { page: number; totalPages: number; totalItems: number };

export const DeckCardPartsFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'DeckCardParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Flashcard' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'frontText' } },
          { kind: 'Field', name: { kind: 'Name', value: 'backText' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'schedule' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'Field', name: { kind: 'Name', value: 'isLearned' } }],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<DeckCardPartsFragment, unknown>;
export const CardSchedulePartsFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'CardScheduleParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'CardSchedule' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'state' } },
          { kind: 'Field', name: { kind: 'Name', value: 'dueAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isDue' } },
          { kind: 'Field', name: { kind: 'Name', value: 'predictedRecall' } },
          { kind: 'Field', name: { kind: 'Name', value: 'studyCount' } },
          { kind: 'Field', name: { kind: 'Name', value: 'correctAttempts' } },
          { kind: 'Field', name: { kind: 'Name', value: 'incorrectAttempts' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isLearned' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastStudiedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'intervalDays' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<CardSchedulePartsFragment, unknown>;
export const ViewerPartsFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'ViewerParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'User' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'email' } },
          { kind: 'Field', name: { kind: 'Name', value: 'username' } },
          { kind: 'Field', name: { kind: 'Name', value: 'role' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'stats' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'streak' } },
                { kind: 'Field', name: { kind: 'Name', value: 'xp' } },
                { kind: 'Field', name: { kind: 'Name', value: 'nextLevelXp' } },
                { kind: 'Field', name: { kind: 'Name', value: 'level' } },
                { kind: 'Field', name: { kind: 'Name', value: 'targetDays' } },
                { kind: 'Field', name: { kind: 'Name', value: 'completedDays' } },
                { kind: 'Field', name: { kind: 'Name', value: 'timezone' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<ViewerPartsFragment, unknown>;
export const DeckTilePartsFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'DeckTileParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Deck' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'title' } },
          { kind: 'Field', name: { kind: 'Name', value: 'description' } },
          { kind: 'Field', name: { kind: 'Name', value: 'subject' } },
          { kind: 'Field', name: { kind: 'Name', value: 'category' } },
          { kind: 'Field', name: { kind: 'Name', value: 'difficulty' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastStudied' } },
          { kind: 'Field', name: { kind: 'Name', value: 'mastery' } },
          { kind: 'Field', name: { kind: 'Name', value: 'cardCount' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'progress' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'dueCount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'newCount' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'memory' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'recall' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'isDue' } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<DeckTilePartsFragment, unknown>;
export const PageInfoPartsFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'PageInfoParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'PageInfo' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'page' } },
          { kind: 'Field', name: { kind: 'Name', value: 'totalPages' } },
          { kind: 'Field', name: { kind: 'Name', value: 'totalItems' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<PageInfoPartsFragment, unknown>;
export const DashboardScreenDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'DashboardScreen' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'viewer' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'stats' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'streak' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'xp' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'nextLevelXp' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'level' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'targetDays' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'completedDays' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'studiedWeekdays' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'weekday' } },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'dashboard' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'weeklyGoal' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'completedThisWeek' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'masteryLevelPercent' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'retentionRatePercent' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'cardsMastered' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'minutesPerDay' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'dueCount' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'newCount' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'dueMinutes' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'dueDeckCount' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'nextDueAt' } },
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'dueDecks' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [
                            { kind: 'Field', name: { kind: 'Name', value: 'deckId' } },
                            { kind: 'Field', name: { kind: 'Name', value: 'dueCount' } },
                            {
                              kind: 'Field',
                              name: { kind: 'Name', value: 'deck' },
                              selectionSet: {
                                kind: 'SelectionSet',
                                selections: [
                                  { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                                  { kind: 'Field', name: { kind: 'Name', value: 'title' } },
                                  { kind: 'Field', name: { kind: 'Name', value: 'cardCount' } },
                                  {
                                    kind: 'Field',
                                    name: { kind: 'Name', value: 'progress' },
                                    selectionSet: {
                                      kind: 'SelectionSet',
                                      selections: [
                                        { kind: 'Field', name: { kind: 'Name', value: 'dueCount' } },
                                        { kind: 'Field', name: { kind: 'Name', value: 'newCount' } },
                                        {
                                          kind: 'Field',
                                          name: { kind: 'Name', value: 'memory' },
                                          selectionSet: {
                                            kind: 'SelectionSet',
                                            selections: [
                                              { kind: 'Field', name: { kind: 'Name', value: 'recall' } },
                                              { kind: 'Field', name: { kind: 'Name', value: 'isDue' } },
                                            ],
                                          },
                                        },
                                      ],
                                    },
                                  },
                                ],
                              },
                            },
                          ],
                        },
                      },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'decks' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'page' },
                      value: { kind: 'IntValue', value: '1' },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'perPage' },
                      value: { kind: 'IntValue', value: '10' },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'sort' },
                      value: { kind: 'EnumValue', value: 'RECENT' },
                    },
                  ],
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'items' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [
                            { kind: 'FragmentSpread', name: { kind: 'Name', value: 'DeckTileParts' } },
                          ],
                        },
                      },
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'pageInfo' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [{ kind: 'Field', name: { kind: 'Name', value: 'totalItems' } }],
                        },
                      },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'DeckTileParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Deck' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'title' } },
          { kind: 'Field', name: { kind: 'Name', value: 'description' } },
          { kind: 'Field', name: { kind: 'Name', value: 'subject' } },
          { kind: 'Field', name: { kind: 'Name', value: 'category' } },
          { kind: 'Field', name: { kind: 'Name', value: 'difficulty' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastStudied' } },
          { kind: 'Field', name: { kind: 'Name', value: 'mastery' } },
          { kind: 'Field', name: { kind: 'Name', value: 'cardCount' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'progress' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'dueCount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'newCount' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'memory' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'recall' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'isDue' } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<DashboardScreenQuery, DashboardScreenQueryVariables>;
export const YourMemoryDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'YourMemory' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'viewer' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'reviewDays' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'days' },
                      value: { kind: 'IntValue', value: '140' },
                    },
                  ],
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'date' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'count' } },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'forecast' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'days' },
                      value: { kind: 'IntValue', value: '14' },
                    },
                  ],
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'date' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'count' } },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'stats' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'xp' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'nextLevelXp' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'level' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'weekday' } },
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'badges' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [
                            { kind: 'Field', name: { kind: 'Name', value: 'kind' } },
                            { kind: 'Field', name: { kind: 'Name', value: 'earnedAt' } },
                            { kind: 'Field', name: { kind: 'Name', value: 'progress' } },
                            { kind: 'Field', name: { kind: 'Name', value: 'target' } },
                          ],
                        },
                      },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<YourMemoryQuery, YourMemoryQueryVariables>;
export const DeckDetailScreenDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'DeckDetailScreen' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'id' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'ID' } } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'page' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'Int' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'deck' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'id' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'id' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'FragmentSpread', name: { kind: 'Name', value: 'DeckTileParts' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'flashcards' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'page' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'page' } },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'perPage' },
                      value: { kind: 'IntValue', value: '10' },
                    },
                  ],
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'items' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [
                            { kind: 'FragmentSpread', name: { kind: 'Name', value: 'DeckCardParts' } },
                          ],
                        },
                      },
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'pageInfo' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [
                            { kind: 'FragmentSpread', name: { kind: 'Name', value: 'PageInfoParts' } },
                          ],
                        },
                      },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'DeckTileParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Deck' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'title' } },
          { kind: 'Field', name: { kind: 'Name', value: 'description' } },
          { kind: 'Field', name: { kind: 'Name', value: 'subject' } },
          { kind: 'Field', name: { kind: 'Name', value: 'category' } },
          { kind: 'Field', name: { kind: 'Name', value: 'difficulty' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastStudied' } },
          { kind: 'Field', name: { kind: 'Name', value: 'mastery' } },
          { kind: 'Field', name: { kind: 'Name', value: 'cardCount' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'progress' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'dueCount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'newCount' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'memory' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'recall' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'isDue' } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'DeckCardParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Flashcard' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'frontText' } },
          { kind: 'Field', name: { kind: 'Name', value: 'backText' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'schedule' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'Field', name: { kind: 'Name', value: 'isLearned' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'PageInfoParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'PageInfo' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'page' } },
          { kind: 'Field', name: { kind: 'Name', value: 'totalPages' } },
          { kind: 'Field', name: { kind: 'Name', value: 'totalItems' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<DeckDetailScreenQuery, DeckDetailScreenQueryVariables>;
export const AddFlashcardDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'AddFlashcard' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'AddFlashcardInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'addFlashcard' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'DeckCardParts' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'DeckCardParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Flashcard' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'frontText' } },
          { kind: 'Field', name: { kind: 'Name', value: 'backText' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'schedule' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'Field', name: { kind: 'Name', value: 'isLearned' } }],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<AddFlashcardMutation, AddFlashcardMutationVariables>;
export const EditFlashcardDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'EditFlashcard' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'EditFlashcardInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'editFlashcard' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'frontText' } },
                { kind: 'Field', name: { kind: 'Name', value: 'backText' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<EditFlashcardMutation, EditFlashcardMutationVariables>;
export const DeleteFlashcardDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'DeleteFlashcard' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'DeleteFlashcardInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'deleteFlashcard' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'cardCount' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<DeleteFlashcardMutation, DeleteFlashcardMutationVariables>;
export const DecksScreenDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'DecksScreen' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'filter' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'DeckFilter' } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'sort' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'DeckSort' } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'page' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'Int' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'viewer' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'decks' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'filter' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'filter' } },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'sort' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'sort' } },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'page' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'page' } },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'perPage' },
                      value: { kind: 'IntValue', value: '6' },
                    },
                  ],
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'items' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [
                            { kind: 'FragmentSpread', name: { kind: 'Name', value: 'DeckTileParts' } },
                          ],
                        },
                      },
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'pageInfo' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [
                            { kind: 'FragmentSpread', name: { kind: 'Name', value: 'PageInfoParts' } },
                          ],
                        },
                      },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'deckFacets' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'subjects' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'categories' } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'DeckTileParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Deck' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'title' } },
          { kind: 'Field', name: { kind: 'Name', value: 'description' } },
          { kind: 'Field', name: { kind: 'Name', value: 'subject' } },
          { kind: 'Field', name: { kind: 'Name', value: 'category' } },
          { kind: 'Field', name: { kind: 'Name', value: 'difficulty' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastStudied' } },
          { kind: 'Field', name: { kind: 'Name', value: 'mastery' } },
          { kind: 'Field', name: { kind: 'Name', value: 'cardCount' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'progress' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'dueCount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'newCount' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'memory' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'recall' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'isDue' } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'PageInfoParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'PageInfo' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'page' } },
          { kind: 'Field', name: { kind: 'Name', value: 'totalPages' } },
          { kind: 'Field', name: { kind: 'Name', value: 'totalItems' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<DecksScreenQuery, DecksScreenQueryVariables>;
export const CreateDeckDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'CreateDeck' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'CreateDeckInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'createDeck' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'DeckTileParts' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'DeckTileParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Deck' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'title' } },
          { kind: 'Field', name: { kind: 'Name', value: 'description' } },
          { kind: 'Field', name: { kind: 'Name', value: 'subject' } },
          { kind: 'Field', name: { kind: 'Name', value: 'category' } },
          { kind: 'Field', name: { kind: 'Name', value: 'difficulty' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastStudied' } },
          { kind: 'Field', name: { kind: 'Name', value: 'mastery' } },
          { kind: 'Field', name: { kind: 'Name', value: 'cardCount' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'progress' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'dueCount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'newCount' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'memory' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'recall' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'isDue' } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<CreateDeckMutation, CreateDeckMutationVariables>;
export const UpdateDeckDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'UpdateDeck' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'UpdateDeckInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'updateDeck' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'DeckTileParts' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'DeckTileParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Deck' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'title' } },
          { kind: 'Field', name: { kind: 'Name', value: 'description' } },
          { kind: 'Field', name: { kind: 'Name', value: 'subject' } },
          { kind: 'Field', name: { kind: 'Name', value: 'category' } },
          { kind: 'Field', name: { kind: 'Name', value: 'difficulty' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastStudied' } },
          { kind: 'Field', name: { kind: 'Name', value: 'mastery' } },
          { kind: 'Field', name: { kind: 'Name', value: 'cardCount' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'progress' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'dueCount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'newCount' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'memory' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'recall' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'isDue' } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<UpdateDeckMutation, UpdateDeckMutationVariables>;
export const DeleteDeckDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'DeleteDeck' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'DeleteDeckInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'deleteDeck' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<DeleteDeckMutation, DeleteDeckMutationVariables>;
export const DeckSessionDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'DeckSession' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'deckId' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'ID' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'viewer' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'studyOrder' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'deckId' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'deckId' } },
                    },
                  ],
                },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'deck' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'id' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'deckId' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'title' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'flashcards' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'page' },
                      value: { kind: 'IntValue', value: '1' },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'perPage' },
                      value: { kind: 'IntValue', value: '100' },
                    },
                  ],
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'items' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [
                            { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                            { kind: 'Field', name: { kind: 'Name', value: 'frontText' } },
                            { kind: 'Field', name: { kind: 'Name', value: 'backText' } },
                            {
                              kind: 'Field',
                              name: { kind: 'Name', value: 'schedule' },
                              selectionSet: {
                                kind: 'SelectionSet',
                                selections: [
                                  {
                                    kind: 'FragmentSpread',
                                    name: { kind: 'Name', value: 'CardScheduleParts' },
                                  },
                                ],
                              },
                            },
                          ],
                        },
                      },
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'pageInfo' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [{ kind: 'Field', name: { kind: 'Name', value: 'totalItems' } }],
                        },
                      },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'CardScheduleParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'CardSchedule' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'state' } },
          { kind: 'Field', name: { kind: 'Name', value: 'dueAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isDue' } },
          { kind: 'Field', name: { kind: 'Name', value: 'predictedRecall' } },
          { kind: 'Field', name: { kind: 'Name', value: 'studyCount' } },
          { kind: 'Field', name: { kind: 'Name', value: 'correctAttempts' } },
          { kind: 'Field', name: { kind: 'Name', value: 'incorrectAttempts' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isLearned' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastStudiedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'intervalDays' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<DeckSessionQuery, DeckSessionQueryVariables>;
export const SessionCardsDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'SessionCards' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'ids' } },
          type: {
            kind: 'NonNullType',
            type: {
              kind: 'ListType',
              type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'ID' } } },
            },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'flashcards' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'ids' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'ids' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'frontText' } },
                { kind: 'Field', name: { kind: 'Name', value: 'backText' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'deck' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'Field', name: { kind: 'Name', value: 'id' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'schedule' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'FragmentSpread', name: { kind: 'Name', value: 'CardScheduleParts' } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'CardScheduleParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'CardSchedule' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'state' } },
          { kind: 'Field', name: { kind: 'Name', value: 'dueAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isDue' } },
          { kind: 'Field', name: { kind: 'Name', value: 'predictedRecall' } },
          { kind: 'Field', name: { kind: 'Name', value: 'studyCount' } },
          { kind: 'Field', name: { kind: 'Name', value: 'correctAttempts' } },
          { kind: 'Field', name: { kind: 'Name', value: 'incorrectAttempts' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isLearned' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastStudiedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'intervalDays' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<SessionCardsQuery, SessionCardsQueryVariables>;
export const DueSessionDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'DueSession' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'minutes' } },
          type: { kind: 'NamedType', name: { kind: 'Name', value: 'Int' } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'limit' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'Int' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'viewer' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'studyQueue' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'minutes' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'minutes' } },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'limit' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'limit' } },
                    },
                  ],
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'dueCount' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'secondsPerAnswer' } },
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'items' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [
                            { kind: 'Field', name: { kind: 'Name', value: 'flashcardId' } },
                            { kind: 'Field', name: { kind: 'Name', value: 'deckId' } },
                            {
                              kind: 'Field',
                              name: { kind: 'Name', value: 'flashcard' },
                              selectionSet: {
                                kind: 'SelectionSet',
                                selections: [
                                  { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                                  { kind: 'Field', name: { kind: 'Name', value: 'frontText' } },
                                  { kind: 'Field', name: { kind: 'Name', value: 'backText' } },
                                ],
                              },
                            },
                            {
                              kind: 'Field',
                              name: { kind: 'Name', value: 'schedule' },
                              selectionSet: {
                                kind: 'SelectionSet',
                                selections: [
                                  {
                                    kind: 'FragmentSpread',
                                    name: { kind: 'Name', value: 'CardScheduleParts' },
                                  },
                                ],
                              },
                            },
                          ],
                        },
                      },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'CardScheduleParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'CardSchedule' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'state' } },
          { kind: 'Field', name: { kind: 'Name', value: 'dueAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isDue' } },
          { kind: 'Field', name: { kind: 'Name', value: 'predictedRecall' } },
          { kind: 'Field', name: { kind: 'Name', value: 'studyCount' } },
          { kind: 'Field', name: { kind: 'Name', value: 'correctAttempts' } },
          { kind: 'Field', name: { kind: 'Name', value: 'incorrectAttempts' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isLearned' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastStudiedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'intervalDays' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<DueSessionQuery, DueSessionQueryVariables>;
export const RecordAnswersDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'RecordAnswers' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'RecordAnswersInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'recordAnswers' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'results' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'clientEventId' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'errorCode' } },
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'schedule' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [
                            { kind: 'FragmentSpread', name: { kind: 'Name', value: 'CardScheduleParts' } },
                          ],
                        },
                      },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'stats' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'streak' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'xp' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'nextLevelXp' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'level' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'completedThisWeek' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'studiedWeekdays' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'weekday' } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'CardScheduleParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'CardSchedule' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'state' } },
          { kind: 'Field', name: { kind: 'Name', value: 'dueAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isDue' } },
          { kind: 'Field', name: { kind: 'Name', value: 'predictedRecall' } },
          { kind: 'Field', name: { kind: 'Name', value: 'studyCount' } },
          { kind: 'Field', name: { kind: 'Name', value: 'correctAttempts' } },
          { kind: 'Field', name: { kind: 'Name', value: 'incorrectAttempts' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isLearned' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastStudiedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'intervalDays' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<RecordAnswersMutation, RecordAnswersMutationVariables>;
export const UndoAnswerDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'UndoAnswer' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'UndoAnswerInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'undoAnswer' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'schedule' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'FragmentSpread', name: { kind: 'Name', value: 'CardScheduleParts' } },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'stats' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'streak' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'xp' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'completedThisWeek' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'studiedWeekdays' } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'CardScheduleParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'CardSchedule' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'state' } },
          { kind: 'Field', name: { kind: 'Name', value: 'dueAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isDue' } },
          { kind: 'Field', name: { kind: 'Name', value: 'predictedRecall' } },
          { kind: 'Field', name: { kind: 'Name', value: 'studyCount' } },
          { kind: 'Field', name: { kind: 'Name', value: 'correctAttempts' } },
          { kind: 'Field', name: { kind: 'Name', value: 'incorrectAttempts' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isLearned' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastStudiedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'intervalDays' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<UndoAnswerMutation, UndoAnswerMutationVariables>;
export const FinishSessionDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'FinishSession' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'FinishSessionInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'finishSession' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'answered' } },
                { kind: 'Field', name: { kind: 'Name', value: 'correct' } },
                { kind: 'Field', name: { kind: 'Name', value: 'minutes' } },
                { kind: 'Field', name: { kind: 'Name', value: 'xpEarned' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<FinishSessionMutation, FinishSessionMutationVariables>;
export const SessionSummaryDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'SessionSummary' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'viewer' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'stats' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'streak' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'xp' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'nextLevelXp' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'level' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'studiedWeekdays' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'weekday' } },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'dashboard' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'Field', name: { kind: 'Name', value: 'dueCount' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'forecast' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'days' },
                      value: { kind: 'IntValue', value: '2' },
                    },
                  ],
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'date' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'count' } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<SessionSummaryQuery, SessionSummaryQueryVariables>;
export const StudyScreenDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'StudyScreen' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'page' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'Int' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'viewer' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'stats' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'streak' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'xp' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'weeklyGoal' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'completedThisWeek' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'weekday' } },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'dashboard' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'dueCount' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'newCount' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'dueMinutes' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'dueDeckCount' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'nextDueAt' } },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'forecast' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'days' },
                      value: { kind: 'IntValue', value: '2' },
                    },
                  ],
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'date' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'count' } },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'decks' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'page' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'page' } },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'perPage' },
                      value: { kind: 'IntValue', value: '6' },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'sort' },
                      value: { kind: 'EnumValue', value: 'RECENT' },
                    },
                  ],
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'items' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [
                            { kind: 'FragmentSpread', name: { kind: 'Name', value: 'DeckTileParts' } },
                          ],
                        },
                      },
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'pageInfo' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [
                            { kind: 'FragmentSpread', name: { kind: 'Name', value: 'PageInfoParts' } },
                          ],
                        },
                      },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'DeckTileParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Deck' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'title' } },
          { kind: 'Field', name: { kind: 'Name', value: 'description' } },
          { kind: 'Field', name: { kind: 'Name', value: 'subject' } },
          { kind: 'Field', name: { kind: 'Name', value: 'category' } },
          { kind: 'Field', name: { kind: 'Name', value: 'difficulty' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastStudied' } },
          { kind: 'Field', name: { kind: 'Name', value: 'mastery' } },
          { kind: 'Field', name: { kind: 'Name', value: 'cardCount' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'progress' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'dueCount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'newCount' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'memory' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'recall' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'isDue' } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'PageInfoParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'PageInfo' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'page' } },
          { kind: 'Field', name: { kind: 'Name', value: 'totalPages' } },
          { kind: 'Field', name: { kind: 'Name', value: 'totalItems' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<StudyScreenQuery, StudyScreenQueryVariables>;
export const UpdateWeeklyGoalDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'UpdateWeeklyGoal' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'StudySettingsInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'updateStudySettings' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'weeklyGoal' } },
                { kind: 'Field', name: { kind: 'Name', value: 'completedThisWeek' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<UpdateWeeklyGoalMutation, UpdateWeeklyGoalMutationVariables>;
export const WelcomeScreenDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'WelcomeScreen' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'viewer' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'decks' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'page' },
                      value: { kind: 'IntValue', value: '1' },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'perPage' },
                      value: { kind: 'IntValue', value: '1' },
                    },
                  ],
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'pageInfo' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [{ kind: 'Field', name: { kind: 'Name', value: 'totalItems' } }],
                        },
                      },
                    ],
                  },
                },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'catalog' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'title' } },
                { kind: 'Field', name: { kind: 'Name', value: 'subject' } },
                { kind: 'Field', name: { kind: 'Name', value: 'description' } },
                { kind: 'Field', name: { kind: 'Name', value: 'cardCount' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<WelcomeScreenQuery, WelcomeScreenQueryVariables>;
export const SeedCatalogDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'SeedCatalog' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'SeedCatalogInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'seedCatalog' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'decks' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'Field', name: { kind: 'Name', value: 'id' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'errors' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'catalogId' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'message' } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<SeedCatalogMutation, SeedCatalogMutationVariables>;
export const CurrentViewerDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'CurrentViewer' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'viewer' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'ViewerParts' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'ViewerParts' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'User' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'email' } },
          { kind: 'Field', name: { kind: 'Name', value: 'username' } },
          { kind: 'Field', name: { kind: 'Name', value: 'role' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'stats' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'streak' } },
                { kind: 'Field', name: { kind: 'Name', value: 'xp' } },
                { kind: 'Field', name: { kind: 'Name', value: 'nextLevelXp' } },
                { kind: 'Field', name: { kind: 'Name', value: 'level' } },
                { kind: 'Field', name: { kind: 'Name', value: 'targetDays' } },
                { kind: 'Field', name: { kind: 'Name', value: 'completedDays' } },
                { kind: 'Field', name: { kind: 'Name', value: 'timezone' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<CurrentViewerQuery, CurrentViewerQueryVariables>;
export const SignUpDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'SignUp' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'SignUpInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'signUp' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'email' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<SignUpMutation, SignUpMutationVariables>;
export const LogInDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'LogIn' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'LogInInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'logIn' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'accessToken' } },
                { kind: 'Field', name: { kind: 'Name', value: 'verificationRequired' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<LogInMutation, LogInMutationVariables>;
export const RequestVerificationCodeDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'RequestVerificationCode' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'CodeRequestInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'requestVerificationCode' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'status' } },
                { kind: 'Field', name: { kind: 'Name', value: 'otpId' } },
                { kind: 'Field', name: { kind: 'Name', value: 'devCode' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<RequestVerificationCodeMutation, RequestVerificationCodeMutationVariables>;
export const VerifyCodeDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'VerifyCode' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'VerifyCodeInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'verifyCode' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'Field', name: { kind: 'Name', value: 'accessToken' } }],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<VerifyCodeMutation, VerifyCodeMutationVariables>;
export const RequestPasswordResetDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'RequestPasswordReset' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'CodeRequestInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'requestPasswordReset' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'status' } },
                { kind: 'Field', name: { kind: 'Name', value: 'otpId' } },
                { kind: 'Field', name: { kind: 'Name', value: 'devCode' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<RequestPasswordResetMutation, RequestPasswordResetMutationVariables>;
export const ResetPasswordDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'ResetPassword' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'ResetPasswordInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'resetPassword' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'Field', name: { kind: 'Name', value: 'accessToken' } }],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<ResetPasswordMutation, ResetPasswordMutationVariables>;
export const RefreshAccessDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'RefreshAccess' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'refreshAccess' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'Field', name: { kind: 'Name', value: 'accessToken' } }],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<RefreshAccessMutation, RefreshAccessMutationVariables>;
export const LogOutDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'LogOut' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [{ kind: 'Field', name: { kind: 'Name', value: 'logOut' } }],
      },
    },
  ],
} as unknown as DocumentNode<LogOutMutation, LogOutMutationVariables>;
export const SetTimezoneDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'SetTimezone' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: {
            kind: 'NonNullType',
            type: { kind: 'NamedType', name: { kind: 'Name', value: 'StudySettingsInput' } },
          },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'updateStudySettings' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'Field', name: { kind: 'Name', value: 'timezone' } }],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<SetTimezoneMutation, SetTimezoneMutationVariables>;
